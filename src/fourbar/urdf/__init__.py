"""URDF and URDF+ (all dialects) and SRDF: documents to Robot and back."""
