"""What was found in the server of version 0.1.0, as attacks that `findings.py` repeats."""
