#!/usr/bin/env python3
"""Writes the examples' inputs and expected results into a folder, as .npy."""

import argparse
from pathlib import Path

import numpy as np


def save(folder: Path, example: str, **arrays: np.ndarray) -> None:
    """Writes EXAMPLE.NAME.npy for each array."""
    for name, array in arrays.items():
        np.save(folder / f"{example}.{name}.npy", array)


def onnx_example_1(folder: Path) -> None:
    save(
        folder,
        "onnx_example_1",
        data=np.array([1, 2, 3, 4, 5, 6, 7, 8], np.float32),
        indices=np.array([[4], [3], [1], [7]], np.int64),
        updates=np.array([9, 10, 11, 12], np.float32),
        expected=np.array([1, 11, 3, 10, 9, 6, 7, 12], np.float32),
    )


def onnx_example_2(folder: Path) -> None:
    up = [[1, 2, 3, 4], [5, 6, 7, 8], [8, 7, 6, 5], [4, 3, 2, 1]]
    down = [[8, 7, 6, 5], [4, 3, 2, 1], [1, 2, 3, 4], [5, 6, 7, 8]]
    first = [[n] * 4 for n in (5, 6, 7, 8)]
    second = [[n] * 4 for n in (1, 2, 3, 4)]
    save(
        folder,
        "onnx_example_2",
        data=np.array([up, up, down, down], np.float32),
        indices=np.array([[0], [2]], np.int64),
        updates=np.array([first, second], np.float32),
        expected=np.array([first, up, second, down], np.float32),
    )


def embedding_update(folder: Path, rng: np.random.Generator) -> None:
    """A batch of 8 texts of 32 tokens, in which few words are very frequent."""
    table = rng.standard_normal((1000, 64), dtype=np.float32)
    frequency = 1 / np.arange(1, 1001)
    tokens = rng.choice(1000, (8, 32, 1), p=frequency / frequency.sum())
    gradients = rng.standard_normal((8, 32, 64), dtype=np.float32)
    expected = table.copy()
    for at in np.ndindex(tokens.shape[:-1]):
        expected[tokens[at]] += gradients[at]
    save(
        folder,
        "embedding_update",
        table=table,
        tokens=tokens.astype(np.int64),
        gradients=gradients,
        expected=expected,
        found=expected[tokens[..., 0]],
    )
    # A token that the table does not have.
    tokens[3, 7] = 1000
    save(folder, "embedding_update", bad_tokens=tokens.astype(np.int64))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    onnx_example_1(folder)
    onnx_example_2(folder)
    embedding_update(folder, np.random.default_rng(2024))


if __name__ == "__main__":
    main()
