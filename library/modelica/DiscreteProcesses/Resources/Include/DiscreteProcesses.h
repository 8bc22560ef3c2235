/* Pools of entities and random numbers for the package DiscreteProcesses. While the conditions of an event
   settle a when-clause may be evaluated several times, also with values that turn out to be wrong. So every
   operation on a pool carries its ordinal number: asked for again the pool gives the same again, and asked for
   another operation of the same number it takes the first one back. A tool may also evaluate what stands in
   a when-clause that is not active, so every operation is told whether it is asked for. Random numbers are
   functions of seed, series and ordinal (Philox4x32-10: Salmon, Moraes, Dror & Shaw, "Parallel random numbers:
   as easy as 1, 2, 3", 2011). */
#ifndef DISCRETE_PROCESSES_H
#define DISCRETE_PROCESSES_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "ModelicaUtilities.h"

typedef struct {
  double key;
  uint64_t serial;
  int id;
  double born;
  double rank;
  double since;
} DpEntry;

enum { DP_NOTHING = 0, DP_PUT = 1, DP_TAKE = 2 };

typedef struct {
  /* A binary heap: the least key first, equal ones in the order of their coming. */
  DpEntry* heap;
  size_t size;
  size_t capacity;
  uint64_t n_serial;
  /* The last operation, and who came or went; a pool that was empty gave nobody. */
  int n_done;
  int what;
  int is_nobody;
  DpEntry who;
} DpPool;

/* The key of an empty pool: no event lies behind it. */
#define DP_NEVER 1e60

static void* dp_pool_new(void) {
  DpPool* pool = (DpPool*)calloc(1, sizeof(DpPool));
  if (pool == NULL) ModelicaError("DiscreteProcesses: no memory for a pool");
  return pool;
}

static void dp_pool_delete(void* object) {
  DpPool* pool = (DpPool*)object;
  if (pool == NULL) return;
  free(pool->heap);
  free(pool);
}

static int dp_is_before(const DpEntry* a, const DpEntry* b) {
  return a->key < b->key || (a->key == b->key && a->serial < b->serial);
}

static void dp_insert(DpPool* pool, DpEntry entry) {
  size_t at = pool->size;
  if (pool->size == pool->capacity) {
    const size_t capacity = pool->capacity == 0 ? 16 : 2 * pool->capacity;
    DpEntry* heap = (DpEntry*)realloc(pool->heap, capacity * sizeof(DpEntry));
    if (heap == NULL) ModelicaFormatError("DiscreteProcesses: no memory for %lu entities", (unsigned long)capacity);
    pool->heap = heap;
    pool->capacity = capacity;
  }
  ++pool->size;
  while (at > 0 && dp_is_before(&entry, &pool->heap[(at - 1) / 2])) {
    pool->heap[at] = pool->heap[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  pool->heap[at] = entry;
}

static void dp_remove(DpPool* pool, size_t at) {
  const DpEntry last = pool->heap[--pool->size];
  if (at == pool->size) return;
  while (at > 0 && dp_is_before(&last, &pool->heap[(at - 1) / 2])) {
    pool->heap[at] = pool->heap[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  for (;;) {
    size_t child = 2 * at + 1;
    if (child >= pool->size) break;
    if (child + 1 < pool->size && dp_is_before(&pool->heap[child + 1], &pool->heap[child])) ++child;
    if (!dp_is_before(&pool->heap[child], &last)) break;
    pool->heap[at] = pool->heap[child];
    at = child;
  }
  pool->heap[at] = last;
}

/* Takes the last operation back. */
static void dp_undo(DpPool* pool) {
  if (pool->what == DP_TAKE && !pool->is_nobody) dp_insert(pool, pool->who);
  if (pool->what == DP_PUT) {
    size_t at = 0;
    while (pool->heap[at].serial != pool->who.serial) ++at;
    dp_remove(pool, at);
  }
  pool->what = DP_NOTHING;
  --pool->n_done;
}

/* Brings the pool before operation n, unless it has been done in the same way. */
static int dp_is_new(DpPool* pool, int n, int is_same) {
  if (n == pool->n_done && is_same) return 0;
  if (n == pool->n_done) dp_undo(pool);
  if (n != pool->n_done + 1)
    ModelicaFormatError("DiscreteProcesses: operation %d of a pool does not follow operation %d", n, pool->n_done);
  pool->n_done = n;
  return 1;
}

static void dp_put(void* object, int n, int is_asked, double key, int id, double born, double rank, double now,
                   int* size, double* next) {
  DpPool* pool = (DpPool*)object;
  const DpEntry* who = &pool->who;
  const int is_same = pool->what == DP_PUT && who->key == key && who->id == id && who->born == born &&
                      who->rank == rank && who->since == now;
  if (is_asked && dp_is_new(pool, n, is_same)) {
    pool->what = DP_PUT;
    pool->who.key = key;
    pool->who.serial = pool->n_serial++;
    pool->who.id = id;
    pool->who.born = born;
    pool->who.rank = rank;
    pool->who.since = now;
    dp_insert(pool, pool->who);
  }
  *size = (int)pool->size;
  *next = pool->size == 0 ? DP_NEVER : pool->heap[0].key;
}

static void dp_take(void* object, int n, int is_asked, int* size, double* next, int* id, double* born,
                    double* rank, double* since) {
  DpPool* pool = (DpPool*)object;
  if (is_asked && dp_is_new(pool, n, pool->what == DP_TAKE)) {
    pool->what = DP_TAKE;
    pool->is_nobody = pool->size == 0;
    if (!pool->is_nobody) {
      pool->who = pool->heap[0];
      dp_remove(pool, 0);
    }
  }
  *size = (int)pool->size;
  *next = pool->size == 0 ? DP_NEVER : pool->heap[0].key;
  *id = pool->who.id;
  *born = pool->who.born;
  *rank = pool->who.rank;
  *since = pool->who.since;
}

/* Number `part` of draw n: in (0, 1), never 0 or 1. */
static double dp_uniform(int seed, int stream, int n, int part) {
  uint32_t c0 = (uint32_t)n, c1 = (uint32_t)part, c2 = 0, c3 = (uint32_t)stream;
  uint32_t k0 = (uint32_t)seed, k1 = 0;
  int round;
  for (round = 0; round < 10; ++round) {
    const uint64_t a = (uint64_t)0xD2511F53U * c0;
    const uint64_t b = (uint64_t)0xCD9E8D57U * c2;
    c0 = (uint32_t)(b >> 32) ^ c1 ^ k0;
    c1 = (uint32_t)b;
    c2 = (uint32_t)(a >> 32) ^ c3 ^ k1;
    c3 = (uint32_t)a;
    k0 += 0x9E3779B9U;
    k1 += 0xBB67AE85U;
  }
  return ((double)((((uint64_t)c0 << 32) | c1) >> 12) + 0.5) / 4503599627370496.0;
}

static double dp_normal(int seed, int stream, int n) {
  const double radius = sqrt(-2 * log(dp_uniform(seed, stream, n, 0)));
  return radius * cos(6.283185307179586 * dp_uniform(seed, stream, n, 1));
}

/* Kinds as the enumeration Distribution counts them. */
static double dp_draw(int kind, double a, double b, double c, int seed, int stream, int n) {
  const double u = dp_uniform(seed, stream, n, 0);
  switch (kind) {
    case 1: return a;
    case 2: return a + (b - a) * u;
    case 3: return -a * log(u);
    case 4: return a + b * dp_normal(seed, stream, n);
    case 5: return u < (b - a) / (c - a) ? a + sqrt(u * (c - a) * (b - a)) : c - sqrt((1 - u) * (c - a) * (c - b));
    case 6: {
      double sum = 0;
      int k;
      for (k = 0; k < (int)b; ++k) sum -= log(dp_uniform(seed, stream, n, k));
      return a * sum / (int)b;
    }
    case 7: {
      const double variance = log(1 + b * b / (a * a));
      return exp(log(a) - variance / 2 + sqrt(variance) * dp_normal(seed, stream, n));
    }
    case 8: return b * pow(-log(u), 1 / a);
    default: ModelicaFormatError("DiscreteProcesses: there is no distribution %d", kind);
  }
  return 0;
}

#endif
