"""The steward: a careful bot that answers every decision through the same legal answers as everybody else."""
