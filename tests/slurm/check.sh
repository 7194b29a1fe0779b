#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/slurm/check.sh COUNTS OCTAVE ...
# A SLURM of one node on this machine, in a temporary folder, and in it the sweeps of test_slurm by
# the Octave given. Adds a line "passed failed skipped slurm" to the file COUNTS.
set -u
counts=$1
shift
work=$(mktemp -d)
daemons=
stop() {
    # shellcheck disable=SC2086
    [ -n "$daemons" ] && kill $daemons 2>/dev/null
    wait
    rm -rf "$work"
}
trap stop EXIT
PATH=$PATH:/usr/sbin
host=$(hostname -s)
chmod 755 "$work"
mkdir "$work/spool" "$work/state"
user=$(id -un)
cat >"$work/slurm.conf" <<END
ClusterName=delassus
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SchedulerParameters=sched_interval=1,sched_min_interval=0
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
MailProg=/bin/true
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES OverSubscribe=FORCE:4 MaxTime=10 State=UP
END
export SLURM_CONF="$work/slurm.conf"
for daemon in slurmctld slurmd; do
    $daemon -D >"$work/$daemon.out" 2>&1 &
    daemons="$daemons $!"
done
ready=
for _ in $(seq 100); do
    sinfo -h -o %t 2>/dev/null | grep -qx idle && ready=yes && break
    sleep 0.2
done
if [ -z "$ready" ]; then
    echo "SLURM did not start:"
    tail -n 5 "$work"/*.log "$work"/*.out
    echo "0 1 0 slurm" >>"$counts"
    exit 1
fi
"$@" --eval "addpath tests/slurm tests/m/problems; p = test_slurm (); \
    fid = fopen ('$counts', 'a'); fprintf (fid, '%d %d 0 slurm\n', sum (p), sum (~p));" </dev/null ||
    echo "0 1 0 slurm" >>"$counts"
