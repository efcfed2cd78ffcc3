from harness.verdict import Finding, Result, UsageError, Verdict


def test_a_finding_reads_as_a_sentence() -> None:
    finding = Finding("mu_torere/perfect", Verdict.WRONG_ANSWER, 7, "moved 3", "5", ("1", "2"))
    assert str(finding) == "mu_torere/perfect, turn 7: saw moved 3; expected 5"


def test_results_do_not_share_their_figures() -> None:
    assert Result("a", Verdict.ACCEPTED).facts is not Result("b", Verdict.ACCEPTED).facts


def test_verdicts_are_the_words_of_the_contests() -> None:
    assert [str(verdict) for verdict in Verdict] == ["AC", "WA", "TLE", "RTE", "INCONCLUSIVE", "JE"]
    assert issubclass(UsageError, ValueError)  # the caller's fault
