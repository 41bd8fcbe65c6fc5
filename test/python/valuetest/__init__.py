"""What the project's value tests share.

`elements` and `formats` know the element types, `operation` describes one op,
`reference` says what it must compute or report, `program` writes it as MLIR,
`runner` calls scatternd-run, and `cases` reads the case files.
"""
