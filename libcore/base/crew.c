/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads of one object's work. They meet by spinning, as what they do between two meetings takes
   microseconds; where processors are fewer than threads they give way. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

#include "base/base.h"

enum { MOST = 64 };

struct dls_crew {
    int members;
    atomic_int started; /* the number of members, once it is known */
    atomic_int arrived, meetings;
    dls_crew_work *work;
    void *data;
};

typedef struct {
    dls_crew *crew;
    int member;
} seat;

/* Until *what differs from `before`. */
static void await(atomic_int *what, int before)
{
    enum { SPINS = 2000 };
    for (int k = 0; atomic_load_explicit(what, memory_order_acquire) == before; k++) {
        if (k >= SPINS) {
            (void)sched_yield();
        }
    }
}

static void *sit(void *data)
{
    seat *S = data;
    await(&S->crew->started, 0);
    S->crew->work(S->crew, S->member, S->crew->data);
    return NULL;
}

void dls_crew_meet(dls_crew *crew)
{
    int before = atomic_load(&crew->meetings);
    if (atomic_fetch_add(&crew->arrived, 1) + 1 < crew->members) {
        await(&crew->meetings, before);
    } else {
        atomic_store(&crew->arrived, 0);
        atomic_store(&crew->meetings, before + 1);
    }
}

int dls_crew_members(const dls_crew *crew)
{
    return crew->members;
}

/* Signals go to the caller's threads. */
void dls_crew_run(int members, dls_crew_work *work, void *data)
{
    dls_crew crew = {.members = 1, .work = work, .data = data};
    pthread_t thread[MOST];
    seat seats[MOST];
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    while (crew.members < DLS_MIN(members, MOST)) {
        seats[crew.members] = (seat){&crew, crew.members};
        if (pthread_create(&thread[crew.members], NULL, sit, &seats[crew.members])) {
            break;
        }
        crew.members++;
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    atomic_store(&crew.started, crew.members);
    work(&crew, 0, data);
    for (int k = 1; k < crew.members; k++) {
        (void)pthread_join(thread[k], NULL);
    }
}
