"""Random whole programs: drawn, written as MLIR, interpreted, run, shrunk.

A program is a public function with its helpers, globals and inputs. Each op is
one class, which says how the op is drawn, how it is written as MLIR, and what
it means; the families of ops are the files of `ops/`.
"""
