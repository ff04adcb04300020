// Starts two commands in turn, many times, and compares how long each takes from start to end.
// usage: spawn ROUNDS COMMAND [ARGUMENT...] -- COMMAND [ARGUMENT...]
// prints: median of the first, median of the second (microseconds), first / second
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double once(char **command) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  pid_t child;
  if (posix_spawnp(&child, command[0], &actions, NULL, command, environ) != 0) {
    perror(command[0]);
    exit(2);
  }
  int status;
  waitpid(child, &status, 0);
  clock_gettime(CLOCK_MONOTONIC, &end);
  posix_spawn_file_actions_destroy(&actions);
  if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
    fprintf(stderr, "%s ended with status %d\n", command[0], status);
    exit(2);
  }
  return (end.tv_sec - start.tv_sec) * 1e6 + (end.tv_nsec - start.tv_nsec) / 1e3;
}

static int order(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

int main(int count, char **words) {
  int split = 2;
  while (split < count && strcmp(words[split], "--") != 0) split++;
  if (count < 5 || split >= count - 1) {
    fprintf(stderr, "usage: spawn ROUNDS COMMAND... -- COMMAND...\n");
    return 2;
  }
  int rounds = atoi(words[1]);
  words[split] = NULL;
  double *first = calloc(rounds, sizeof *first), *second = calloc(rounds, sizeof *second);
  for (int round = 0; round < rounds; round++) {
    first[round] = once(words + 2);
    second[round] = once(words + split + 1);
  }
  qsort(first, rounds, sizeof *first, order);
  qsort(second, rounds, sizeof *second, order);
  printf("%.0f %.0f %.2f\n", first[rounds / 2], second[rounds / 2],
         first[rounds / 2] / second[rounds / 2]);
  return 0;
}
