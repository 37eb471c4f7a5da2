"""Icons for home screens, made from the site's own drawing."""
