"""Writes PREFIX.TYPE_SHAPE.npy for tests that need arrays of some values, always the same."""

import sys

import numpy as np

SHAPES = {"64x8": (64, 8), "8x8": (8, 8), "4x8": (4, 8), "4x4": (4, 4), "8": (8,), "4": (4,)}


def main() -> None:
    prefix = sys.argv[1]
    rng = np.random.default_rng(1)

    def save(name: str, array: np.ndarray) -> None:
        np.save(f"{prefix}.{name}.npy", array)

    for name, shape in SHAPES.items():
        floats = rng.standard_normal(shape).astype(np.float32)
        save(f"f32_{name}", floats)
        save(f"bf16_{name}", (floats.view(np.uint32) >> 16).astype(np.uint16).view("V2"))
        save(f"i32_{name}", rng.integers(-9, 9, shape).astype(np.int32))
    save("i64_4x1", np.array([[3], [-1], [3], [0]]))
    save("three", np.array(3))
    save("eight", np.array(8))
    save("one", np.array(1, np.int32))
    save("true", np.array(True))


if __name__ == "__main__":
    main()
