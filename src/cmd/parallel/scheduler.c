/* scheduler.c - the files of a run dealt out to workers
 *
 * Small files go to the workers by name, many at a time; so does a big message. Of a
 * big text, or an mbox, each worker reads stretches by itself. Where messages have
 * lengths, or are to be numbered, the mbox is divided here; so are the members of an
 * archive. What is too big to be copied is searched here, when all before it is
 * done. */
#include "cmd/parallel/scheduler.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/parallel/task_runner.h"
#include "cmd/parallel/task.h"
#include "cmd/parallel/thread_pool.h"
#include "cmd/parallel/merge.h"

enum {
	SMALL_FILE = 256 * 1024,
	BATCH = 256 * 1024,          /* octets of files or messages in a job */
	FILES_MOST = 64,
	COPIED_MOST = 4 * 1024 * 1024 /* a message or member */
};

struct dealer {
	const struct shared *shared;
	struct report *report;
	struct worker *here;
	struct members *members; /* of the file that is divided here */
	/* Read of it to see what it is: another may read that again. */
	bool looking;
	uint64_t looked, looked_passed;
	struct pool *pool;       /* NULL: there is only one thread */
	struct job *files;       /* small ones, until there are enough */
	uint64_t files_octets;
	struct job *batch;       /* messages, until there are enough */
	struct hands hands;
	struct taking taking;
	uint64_t dealt; /* number of the file that is being dealt */
};

/* ---- a worker here: what it finds is reported at once --- */

static bool
found_here(const urlgrep_finding *f, const struct place *place,
    struct printer *p, void *data)
{
	struct dealer *d = data;

	if (report_found(d->report, f->url.text, 1)) {
		print_finding(p, f, place);
		report_printed(d->report);
	}
	return report_more(d->report);
}

static bool
done_here(const char *path, void *data)
{
	struct dealer *d = data;

	report_done(d->report, path);
	return report_going(d->report);
}

static void
trouble_here(const char *path, const char *what, void *data)
{
	(void)data;
	report_trouble(path, what);
}

static void
read_here(uint64_t octets, uint64_t passed, void *data)
{
	struct dealer *d = data;

	report_read(d->report, octets, passed);
}

/* What is searched here fits. */
static void
entered_here(uint64_t begin, uint64_t end, void *data)
{
	(void)begin;
	(void)end;
	(void)data;
}

static void
left_here(uint64_t end, void *data)
{
	(void)end;
	(void)data;
}

/* What a job gave, in the order of the jobs. */
static void
take_job(const char *results, size_t len, void *data)
{
	struct dealer *d = data;

	if (!take_results(&d->taking, results, len))
		pool_stop(d->pool);
}

/* ---- dealing --- */

static void
flush_files(struct dealer *d)
{
	struct job *files = d->files;

	d->files = NULL;
	d->files_octets = 0;
	if (files)
		pool_add(d->pool, files);
}

static void
add_job(struct dealer *d, struct job *j)
{
	flush_files(d);
	pool_add(d->pool, j);
}

/* The next of the files that go to a worker by name. */
static void
add_file(struct dealer *d, const char *path, uint64_t octets)
{
	if (d->files == NULL)
		d->files = job_new(JOB_FILES, NULL);
	octets_add(&d->files->text, path, strlen(path) + 1);
	d->files->count++;
	d->files_octets += octets;
	if (d->files_octets >= BATCH || d->files->count >= FILES_MOST)
		flush_files(d);
}

/* All before is done and reported: what follows may be done here. */
static void
catch_up(struct dealer *d)
{
	flush_files(d);
	pool_drain(d->pool);
}

/* Is more of the mbox wanted that is being dealt? What was taken may be of a file
 * before it. */
static bool
is_wanted(const struct dealer *d)
{
	return d->taking.file != d->dealt ? report_going(d->report) :
	    report_more(d->report);
}

static void
flush_batch(struct dealer *d)
{
	struct job *batch = d->batch;

	d->batch = NULL;
	if (batch)
		add_job(d, batch);
}

/* Add a message to the batch; one too big to be copied is searched here. */
static void
deal_message(struct dealer *d, const struct mbox_message *m, const char *path)
{
	if (m->len > COPIED_MOST) {
		flush_batch(d);
		catch_up(d);
		d->taking.file = d->dealt;
		worker_message(d->here, m, path);
		return;
	}
	if (d->batch == NULL)
		d->batch = job_new(JOB_MESSAGES, path);
	job_add_message(d->batch, m);
	d->batch->file = d->dealt;
	if (d->batch->text.len >= BATCH)
		flush_batch(d);
}

/* Can workers find out by themselves all that is printed? */
static bool
divisible(const struct dealer *d, bool by_name)
{
	const struct options *o = d->shared->options;

	return by_name && !o->line_number && !o->json &&
	    member_divisible(d->members);
}

/* Deal out stretches of a file from begin on, and take all that is found in them:
 * then nobody reads it any more. */
static void
deal_stretches(struct dealer *d, int fd, enum kind kind, const char *path,
    uint64_t begin)
{
	uint64_t overlap = kind == KIND_MBOX ? STRETCH_OF_MBOX : STRETCH_OF_TEXT;

	while (begin != UINT64_MAX && is_wanted(d) && !d->taking.fit.torn) {
		struct job *j = job_new(JOB_STRETCH, path);

		j->of = kind;
		j->file = d->dealt;
		j->stretch = stretch_from(fd, begin, overlap);
		begin = j->stretch.end;
		add_job(d, j);
	}
	catch_up(d);
	d->taking.file = d->dealt;
}

/* Where the stretches of a text do not fit the rest of it is searched here, from
 * where they did. */
static void
deal_text(struct dealer *d, int fd, const char *path)
{
	d->dealt++;
	d->taking.fit = (struct fit){ .torn = false };
	deal_stretches(d, fd, KIND_TEXT, path, 0);
	if (d->taking.fit.torn && is_wanted(d)) {
		struct stretch rest = fit_rest(&d->taking.fit, fd);

		worker_stretch(d->here, KIND_TEXT, &rest, path);
	}
	d->taking.fit.torn = false;
}

static void
deal_messages(struct dealer *d, int fd, const char *path, bool by_name)
{
	const struct options *o = d->shared->options;
	struct mbox *box = mbox_new(member_reader(d->members), false,
	    o->line_number || o->json);
	struct mbox_message m;
	bool stretches = divisible(d, by_name);
	uint64_t at;

	d->dealt++;
	while (box && (d->batch || is_wanted(d)) && mbox_next(box, &m)) {
		deal_message(d, &m, path);
		if (stretches && mbox_divisible(box, &at)) {
			flush_batch(d);
			deal_stretches(d, fd, KIND_MBOX, path, at);
			break;
		}
	}
	flush_batch(d);
	if (box == NULL || mbox_error(box))
		deal_trouble(d, path, strerror(box ? mbox_error(box) : ENOMEM));
	mbox_free(box);
}

/* A member of an archive, or a file that has no name to be opened by. */
static void
deal_member(struct dealer *d, enum kind kind, const char *path)
{
	const char *text;
	struct job *j;
	size_t len;

	if (!member_whole(d->members, COPIED_MOST / 4, &text, &len)) {
		catch_up(d);
		worker_stream(d->here, kind,
		    member_reader(d->members), path);
		return;
	}
	j = job_new(JOB_MEMBER, path);
	j->of = kind;
	octets_add(&j->text, text, len);
	add_job(d, j);
}

static void
trouble_dealt(const char *path, const char *what, void *data)
{
	deal_trouble(data, path, what);
}

static void
read_dealt(uint64_t octets, uint64_t passed, void *data)
{
	struct dealer *d = data;

	if (d->looking) {
		d->looked += octets;
		d->looked_passed += passed;
	} else {
		report_read(d->report, octets, passed);
	}
}

static bool
look_at_next(struct dealer *d)
{
	bool there;

	d->looked = d->looked_passed = 0;
	d->looking = true;
	there = members_next(d->members);
	d->looking = false;
	return there;
}

/* Members of an archive are dealt out; a file that is one message goes to a worker
 * as it is, if that can open it. */
static void
divide(struct dealer *d, int fd, const char *path, bool by_name)
{
	members_open(d->members, fd, path);
	while (report_going(d->report) && look_at_next(d)) {
		const char *member = member_path(d->members);
		enum kind kind = member_kind(d->members);

		if (kind == KIND_TEXT && divisible(d, by_name)) {
			deal_text(d, fd, path);
			deal_done(d, path);
			return;
		}
		if (by_name && kind != KIND_MBOX && strcmp(member, path) == 0) {
			add_file(d, path, SMALL_FILE);
			return;
		}
		report_read(d->report, d->looked, d->looked_passed);
		if (kind == KIND_MBOX)
			deal_messages(d, fd, member, by_name);
		else
			deal_member(d, kind, member);
		deal_done(d, member);
	}
}

void
deal_path(struct dealer *d, const char *path, uint64_t octets)
{
	int fd;

	if (d->pool == NULL) {
		worker_path(d->here, path);
	} else if (octets <= SMALL_FILE) {
		add_file(d, path, octets);
	} else if ((fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)) < 0) {
		deal_trouble(d, path, strerror(errno));
	} else {
		divide(d, fd, path, true);
		close(fd);
	}
}

void
deal_fd(struct dealer *d, int fd, const char *path)
{
	if (d->pool)
		divide(d, fd, path, false);
	else
		worker_file(d->here, fd, path);
}

void
deal_trouble(struct dealer *d, const char *path, const char *what)
{
	struct job *j;

	if (d->pool == NULL) {
		report_trouble(path, what);
		return;
	}
	j = job_new(JOB_TROUBLE, path);
	octets_add(&j->text, what, strlen(what) + 1);
	add_job(d, j);
}

void
deal_done(struct dealer *d, const char *path)
{
	if (d->pool)
		add_job(d, job_new(JOB_DONE, path));
	else
		report_done(d->report, path);
}

static void
add_sums(struct search_sums *to, struct search_sums sums)
{
	to->messages += sums.messages;
	to->decoded += sums.decoded;
}

struct search_sums
deal_end(struct dealer *d)
{
	struct search_sums sums = worker_sums(d->here);

	if (d->pool) {
		catch_up(d);
		pool_free(d->pool); /* the hands end, and say what they did */
		d->pool = NULL;
		add_sums(&sums, d->hands.sums);
	}
	return sums;
}

/* ---- all --- */

static bool
setup(struct dealer *d, unsigned threads)
{
	d->here = worker_new(d->shared, stdout, (struct worker_client){
	    found_here, done_here, trouble_here, read_here, entered_here,
	    left_here, d, false });
	if (threads == 1)
		return d->here != NULL;
	d->members = members_new(d->shared->options, (struct members_client){
	    read_dealt, trouble_dealt, d });
	d->pool = pool_new(threads, (struct pool_client){ hand_new, hand_free,
	    hand_do, &d->hands, job_free, take_job, d });
	return d->here && d->members && d->pool;
}

struct dealer *
dealer_new(const struct shared *s, struct report *report, unsigned threads)
{
	struct dealer *d = calloc(1, sizeof(*d));

	if (d == NULL)
		return NULL;
	d->shared = s;
	d->report = report;
	d->taking.report = report;
	d->hands.shared = s;
	pthread_mutex_init(&d->hands.lock, NULL);
	if (!setup(d, threads)) {
		dealer_free(d);
		return NULL;
	}
	return d;
}

void
dealer_free(struct dealer *d)
{
	if (d == NULL)
		return;
	pool_free(d->pool);
	job_free(d->files);
	job_free(d->batch);
	members_free(d->members);
	worker_free(d->here);
	pthread_mutex_destroy(&d->hands.lock);
	free(d);
}
