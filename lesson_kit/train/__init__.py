"""loss → better weights: the loss, the batches, the loop, and the recipes of the shipped models."""
