"""Tables of models and files that must be refused, by what is wrong in them."""

from . import attributes, external, files, graphs, inputs, tensors, types
from .refusal import Refusal

ALL: tuple[Refusal, ...] = (
    *attributes.REFUSED,
    *types.REFUSED,
    *graphs.REFUSED,
    *tensors.REFUSED,
    *external.REFUSED,
    *files.REFUSED,
    *inputs.REFUSED,
)
