# Removes the files of the last installation, and the folders beside the plugin that are empty then.
file(STRINGS install_manifest.txt files)
list(TRANSFORM files PREPEND "$ENV{DESTDIR}")
file(REMOVE ${files})
execute_process(COMMAND find "$ENV{DESTDIR}${folder}" -depth -type d -empty -delete)
