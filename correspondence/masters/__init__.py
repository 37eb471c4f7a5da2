"""Game masters: asked, accepted, stepping down."""
