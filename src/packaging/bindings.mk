# bindings.mk - Python, SQL and Spark: bindings that are tested with packages from PyPI and with
# database servers. make check does not need them.

.PHONY: check-python check-sql check-spark soak-spark run-spark bench-bindings run-bench-bindings \
	needs-python needs-sql needs-spark dist-python print-binding

# the objects that all bindings are linked with, in addition to both libraries
BINDING_OBJECTS = $(call objects,row) $(UTIL) $(DYNLOAD)

# where setup.py and the tests of extensions find the built files
dist-python check-python check-sql run-spark soak-spark run-bench-bindings: export URLGREP_BUILD = $B

print-binding:
	@echo $(BINDING_OBJECTS)

# ---- Python

PYTHON ?= python3
VENV = $B/venv
IN_VENV = $(VENV)/python/bin/python
PIP_FLAGS = --quiet --disable-pip-version-check

needs-python:
	$(NEED) build check python

# $(call environment,NAME,REQUIREMENTS): a virtual environment with the packages pinned in a file
define environment
$(VENV)/$(1)/done: $(2) | needs-python
	rm -rf $(VENV)/$(1)
	$(PYTHON) -m venv $(VENV)/$(1)
	$(VENV)/$(1)/bin/python -m pip install $(PIP_FLAGS) --only-binary=:all: \
		--require-hashes -r $(2)
	touch $$@
endef
$(eval $(call environment,python,tests/python/requirements.txt))

PYTHON_SOURCES = $(wildcard src/python/*.* src/python/*/*)

# Build the wheel and the source distribution, and install the package in the environment.
dist-python: $(VENV)/python/done $B/liburlgrep.a $B/liburlgrep-mail.a
	@rm -rf $B/python/dist
	@$(IN_VENV) -m pip wheel $(PIP_FLAGS) --no-build-isolation --no-deps \
		-w $B/python/dist ./src/python
	@cd src/python && $(abspath $(IN_VENV)) setup.py -q sdist -d $(abspath $B)/python/dist
	@ls -l $B/python/dist

check-python: dist-python
	@$(MAKE) -s $(PARALLEL) $B/urlgrep
	@$(IN_VENV) -m pip install $(PIP_FLAGS) --no-deps --force-reinstall \
		$B/python/dist/*.whl
	@URLGREP_PYTHON=$(IN_VENV) $(RUN_TESTS) tests/python/check_python.py \
		tests/python/distributions.py

# the ratios of run times that the bindings must achieve; ARCHIVES=DIRECTORY of mailboxes
bench-bindings:
	@$(MAKE) -s $(AS_RELEASE) run-bench-bindings

run-bench-bindings: check-python
	@$(IN_VENV) -m pip install $(PIP_FLAGS) duckdb linkify-it-py polars urlextract || \
		echo 'bench-bindings: some of the packages to compare with cannot be installed' >&2
	@$(IN_VENV) tests/bench/bindings.py

# ---- Spark

needs-spark:
	$(NEED) build check python spark

# PyPI has pyspark only as a source distribution, which needs no compiler.
$(VENV)/spark-%/done: tests/spark/requirements-%.txt | needs-spark needs-python
	rm -rf $(VENV)/spark-$*
	$(PYTHON) -m venv $(VENV)/spark-$*
	$(VENV)/spark-$*/bin/python -m pip install $(PIP_FLAGS) --require-hashes \
		--only-binary=:all: -r tests/spark/build-requirements.txt
	$(VENV)/spark-$*/bin/python -m pip install $(PIP_FLAGS) --require-hashes \
		--no-build-isolation -r $<
	touch $@

# all versions of Spark that have requirements
SPARKS = $(patsubst tests/spark/requirements-%.txt,%,$(wildcard tests/spark/requirements-*.txt))

# Test whether pip can download packages. If it cannot, the tests are skipped with a message.
REACH_INDEX = { test -x $(VENV)/probe/bin/python || $(PYTHON) -m venv $(VENV)/probe; } && \
	$(VENV)/probe/bin/python -m pip download $(PIP_FLAGS) --retries 1 --timeout 20 \
		--no-deps --only-binary=:all: --require-hashes -d $(VENV)/probe/files \
		-r tests/spark/build-requirements.txt
ALL_THERE = test -z '$(filter-out $(wildcard $(VENV)/spark-*/done),$(1:%=$(VENV)/spark-%/done))'

# $(call check-spark,VERSIONS,TESTS)
define check-spark
	@if $(ALL_THERE) || { $(REACH_INDEX); }; then \
		$(MAKE) -s run-spark SPARKS='$(1)' SPARK_TESTS='$(2)'; \
	else \
		URLGREP_PYTHON= $(RUN_TESTS) $(2); \
	fi
endef

check-spark: needs-spark
	$(call check-spark,$(SPARKS),tests/spark/check_spark.py tests/spark/soak_spark.py)

# 5 GB, with the latest version
soak-spark: needs-spark
	$(call check-spark,$(lastword $(SPARKS)),tests/spark/soak_spark.py)
soak-spark: export SOAK_BYTES ?= 5000000000

run-spark: $(SPARKS:%=$(VENV)/spark-%/done) dist-python
	@$(MAKE) -s $(PARALLEL) $B/urlgrep
	@set -e; for v in $(SPARKS); do \
		$(VENV)/spark-$$v/bin/python -m pip install $(PIP_FLAGS) --no-deps \
			--force-reinstall $B/python/dist/*.whl; \
		URLGREP_PYTHON=$(VENV)/spark-$$v/bin/python $(RUN_TESTS) $(SPARK_TESTS); \
	done

# ---- SQL

PG_CONFIG ?= pg_config

needs-sql:
	$(NEED) build check sql

SQLITE_EXTENSION = $B/sql/sqlite/urlgrep.so
POSTGRES_EXTENSION = $B/sql/postgres/urlgrep.so
# the releases from which ALTER EXTENSION urlgrep UPDATE leads to this one
EARLIER = $(filter-out $(VERSION),0.2.0)
POSTGRES_FILES = $(POSTGRES_EXTENSION) $B/sql/postgres/urlgrep.control \
	$B/sql/postgres/urlgrep--$(VERSION).sql \
	$(EARLIER:%=$B/sql/postgres/urlgrep--%--$(VERSION).sql)
BINDING = $B/sql/search.o $(BINDING_OBJECTS) $B/liburlgrep-mail.a $B/liburlgrep.a
LINK_BINDING = -shared -Wl,--exclude-libs,ALL $(LDFLAGS) $(BINDING) $(PCRE2_LIBS) $(MAIL_LIBS)

.PHONY: sqlite postgres install-sqlite install-postgres uninstall-postgres

sqlite: $(SQLITE_EXTENSION)
postgres: $(POSTGRES_FILES)

$(SQLITE_EXTENSION): src/sql/sqlite/urlgrep_sqlite.c $(BINDING)
	@mkdir -p $(@D)
	$(COMPILE) -fPIC -fvisibility=hidden -fno-lto -o $@ $< $(LINK_BINDING)

$(POSTGRES_EXTENSION): src/sql/postgres/urlgrep_postgres.c $(BINDING)
	@mkdir -p $(@D)
	$(COMPILE) -Wno-conversion -Wno-sign-conversion -fPIC -fno-lto \
		-isystem "$$($(PG_CONFIG) --includedir-server)" -o $@ $< $(LINK_BINDING)

$B/sql/postgres/urlgrep--$(VERSION).sql: src/sql/postgres/urlgrep.sql.in \
		src/sql/postgres/columns.awk src/row/fields.tsv
	@mkdir -p $(@D)
	sed "/^RETURNS/s/@COLUMNS@/$$(awk -f $(filter-out $<,$^))/" $< >$@

# recreate the functions, since the columns may have changed
$B/sql/postgres/urlgrep--%--$(VERSION).sql: $B/sql/postgres/urlgrep--$(VERSION).sql
	sed '/^.echo/a DROP FUNCTION urlgrep, urlgrep_mail;' $< >$@

$B/sql/postgres/urlgrep.control: src/sql/postgres/urlgrep.control.in include/urlgrep.h
	@mkdir -p $(@D)
	sed 's/@VERSION@/$(VERSION)/' $< >$@

install-sqlite: sqlite
	install -d $(DESTDIR)$(LIBDIR)/sqlite3 && \
	install -m 644 $(SQLITE_EXTENSION) $(DESTDIR)$(LIBDIR)/sqlite3/urlgrep.so

PG_LIBRARY = $(DESTDIR)$(shell $(PG_CONFIG) --pkglibdir)
PG_EXTENSION = $(DESTDIR)$(shell $(PG_CONFIG) --sharedir)/extension

install-postgres: postgres
	install -d $(PG_LIBRARY) $(PG_EXTENSION) && \
	install -m 755 $(POSTGRES_EXTENSION) $(PG_LIBRARY)/urlgrep.so && \
	install -m 644 $(filter-out %.so,$(POSTGRES_FILES)) $(PG_EXTENSION)

uninstall-postgres:
	rm -f $(PG_LIBRARY)/urlgrep.so \
		$(patsubst $B/sql/postgres/%,$(PG_EXTENSION)/%,$(filter-out %.so,$(POSTGRES_FILES)))

check-sql: needs-sql
	@$(MAKE) -s $(PARALLEL) $B/urlgrep sqlite postgres
	@$(RUN_TESTS) tests/sql/sqlite.py tests/sql/postgres.py
