# Starts a program with an image's files as Lambda starts a function: read-only but for /tmp, without privileges.
# Called in mount, process and IPC namespaces of its own:
#   start-container.sh FILES TMP_MEGABYTES WORKING_FOLDER PROGRAM [ARGUMENT ...]
set -eu
files=$1 tmp=$2 folder=$3
shift 3
mount --bind "$files" "$files"
mount -o remount,bind,ro,nosuid,nodev "$files"
mount -t tmpfs -o "size=${tmp}m,mode=1777,nosuid,nodev" tmpfs "$files/tmp"
mount -t proc -o nosuid,nodev,noexec proc "$files/proc"
# No /dev/shm: Lambda has none.
mount -t tmpfs -o size=64k,mode=755 tmpfs "$files/dev"
for device in null zero full random urandom; do
  : > "$files/dev/$device"
  mount --bind "/dev/$device" "$files/dev/$device"
done
ln -s /proc/self/fd "$files/dev/fd"
mount -o remount,ro "$files/dev"
# The numbers of the user that Lambda runs functions as. The kernel allows no new namespaces inside a chroot, nor does Lambda.
exec chroot --userspec=993:990 --groups= "$files" /usr/bin/env --chdir="$folder" -- "$@"
