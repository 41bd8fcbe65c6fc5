"""Which ranks follow from those that a model shows."""

from .graph import Node, Piece, Tensor


def unknown_ranks(piece: Piece, outputs_shown: bool = True) -> list[Tensor]:
    """The values whose rank nothing in the model fixes.

    An operator's ranks are tied by k = q - 1 + r - b - rank(updates or output)
    (constraint C6), and k is known where the last extent of indices is shown.
    """
    ranks: dict[str, int] = {}
    known_k: dict[str, int] = {}
    outputs = {t.name for t in piece.outputs}
    for tensor in piece.tensors():
        shape = tensor.shape
        if tensor.is_stored:
            shape = tensor.value.array.shape
        elif tensor.origin == "node" and not (
            tensor.listed or (outputs_shown and tensor.name in outputs)
        ):
            shape = None
        if shape is not None:
            ranks[tensor.name] = len(shape)
            if shape and isinstance(shape[-1], int):
                known_k[tensor.name] = shape[-1]
    before = -1
    while before != len(ranks) + len(known_k):
        before = len(ranks) + len(known_k)
        for node in piece.nodes:
            _derive(node, ranks, known_k)
    return [t for t in piece.tensors() if t.name not in ranks]


def _derive(node: Node, ranks: dict[str, int], known_k: dict[str, int]) -> None:
    """Adds what one node says."""

    def same(a: str, b: str) -> None:
        for table in (ranks, known_k):
            for x, y in ((a, b), (b, a)):
                if x in table:
                    table.setdefault(y, table[x])

    first, output = node.inputs[0].name, node.output.name
    if node.kind == "Identity":
        same(first, output)
        return
    if node.kind == "ScatterND":
        same(first, output)
    indices, third = node.inputs[1].name, node.third.name
    if indices not in ranks or indices not in known_k:
        return
    surplus = ranks[indices] - 1 - (node.batch_dims or 0) - known_k[indices]
    if first in ranks:
        ranks.setdefault(third, surplus + ranks[first])
    elif third in ranks:
        ranks.setdefault(first, ranks[third] - surplus)
