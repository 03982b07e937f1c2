"""What the rules look for: `check(context)` of each rule that lint itself finds."""
