"""Preview animations: which joints move, through which positions, and when."""
