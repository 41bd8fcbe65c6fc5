"""What the tests of the ONNX import share.

`types` and `tensors` know ONNX's element types and TensorProto files, `graph`
describes a model and writes it, `draw` draws one, `evaluate` says what it
computes, `differences` where ONNX's own evaluator says something else, and
`tools` calls the executables. Values of operations come from `valuetest`.
"""
