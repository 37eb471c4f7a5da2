"""What happened and what is asked, in words of three languages."""
