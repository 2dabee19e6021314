# bindings.mk - Python, SQL and Spark: what is tested with packages from PyPI and with
# database servers. make check is free of them.

.PHONY: check-python check-sql check-spark install-python install-sql install-spark \
	needs-python needs-sql needs-spark dist-python

# ---- Python

PYTHON ?= python3
VENV = $B/venv
IN_VENV = $(VENV)/python/bin/python
PIP_FLAGS = --quiet --disable-pip-version-check

NEED_PYTHON = $(NEED_BUILD) && $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null && \
	test -f "$$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h"

needs-python:
	@$(NEED_PYTHON) || $(MAKE) -s install-python

install-python:
	$(call install,$(APT) libjansson-dev perl python3-dev python3-venv valgrind,$(DNF) jansson-devel perl-Test-Harness python3-devel valgrind,$(PACMAN) jansson perl python valgrind,$(APK) jansson-dev perl-utils python3-dev valgrind,$(ZYPPER) libjansson-devel perl python3-devel valgrind,$(BREW) python)

# $(call environment,NAME,REQUIREMENTS): a virtual environment with what is pinned there
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

# The wheel and the source distribution; the package in the environment.
dist-python: $(VENV)/python/done $B/liburlgrep.a $B/liburlgrep-mail.a
	@rm -rf $B/python/dist
	@$(IN_VENV) -m pip wheel $(PIP_FLAGS) --no-build-isolation --no-deps \
		-w $B/python/dist ./src/python
	@cd src/python && $(abspath $(IN_VENV)) setup.py -q sdist -d $(abspath $B)/python/dist
	@ls -l $B/python/dist

check-python: dist-python
	@$(MAKE) -s $B/urlgrep
	@$(IN_VENV) -m pip install $(PIP_FLAGS) --no-deps --force-reinstall \
		$B/python/dist/*.whl
	@URLGREP_PYTHON=$(IN_VENV) $(RUN_TESTS) tests/python/check_python.py \
		tests/python/distributions.py
