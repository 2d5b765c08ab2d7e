"""What it costs and what it does: timing, and the habits of attention heads."""
