"""What the pages of the reference are made of: docstrings, signatures, links between names."""
