"""Editions that whoever hosts the service has brought: files in the data folder, known to every process."""
