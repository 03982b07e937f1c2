"""Codecs of buffer views: EXT_meshopt_compression and KHR_meshopt_compression."""
