"""Buffer views that meshoptimizer compressed.

All modes, versions and filters of EXT_meshopt_compression and KHR_meshopt_compression. What is
damaged or coded otherwise raises ValueError.
"""
