"""What each kind of notice says."""
