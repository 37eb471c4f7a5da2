"""The ledger: what people with power did, chained by hashes; rows are only ever added."""
