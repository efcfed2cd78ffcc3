"""What hypothesis makes of the harness's own values, for the tests of several formats."""

from hypothesis import strategies as st

from harness.session import Exit

anything = st.text(st.characters(exclude_categories=()))  # lone surrogates included
exits = st.builds(
    Exit,
    status=st.none() | st.integers(),
    signal=st.none() | st.integers(),
    stderr=anything,
    left_running=st.integers(),
    reached=st.just(()) | st.lists(anything).map(tuple),
    hidden=st.just(()) | st.lists(anything).map(tuple),
)
