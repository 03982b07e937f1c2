"""glTF files to robots: the JSON checked member by member, then a description made of it."""
