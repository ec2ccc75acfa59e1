"""The coverage of the documents: complete, line by line, and true to the rules' declarations."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from burncard.api.rule_coverage import DocumentCoverage, load_coverage
from burncard.rules.book import CHAPTERS
from burncard.rules.rulings.rulebook import RULES

assert CHAPTERS

RULE_LINES = tomllib.loads(Path(__file__).with_name("rule_lines.toml").read_text(encoding="utf-8"))
DOCUMENTS = {it.title: it for it in load_coverage()}
WORDS_MAX = 18
"""Longer texts would tend to be the document's own sentences."""


def lines_of(recorded: str) -> Counter[int]:
    """Sentences by line, from `3*7 6 10*2`."""
    pairs = (entry.partition("*") for entry in recorded.split())
    return Counter({int(line): int(count or 1) for line, _, count in pairs})


def test_every_document_has_a_record_of_its_rule_lines() -> None:
    assert sorted(DOCUMENTS) == sorted(RULE_LINES)


@pytest.mark.parametrize("title", RULE_LINES)
def test_every_rule_line_of_a_document_is_covered(title: str) -> None:
    sentences = DOCUMENTS[title].sentences
    assert Counter(it.line for it in sentences) == lines_of(RULE_LINES[title]["lines"])
    assert len(sentences) == RULE_LINES[title]["sentences"]


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=lambda it: it.title)
def test_sentences_are_unique_and_in_the_order_of_the_document(document: DocumentCoverage) -> None:
    places = [(it.line, it.number) for it in document.sentences]
    assert places == sorted(set(places))
    assert places == [(line, number + 1) for line, count in Counter(dict(places)).items() for number in range(count)]


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=lambda it: it.title)
def test_a_sentence_names_rules_that_exist_each_once(document: DocumentCoverage) -> None:
    assert [it.at for it in document.sentences if not set(RULES).issuperset(it.ids)] == []
    assert [it.at for it in document.sentences if len(set(it.ids)) != len(it.ids)] == []


def test_every_rule_stands_in_the_section_that_it_cites() -> None:
    """A heading may end in `(rules)` where a document has a section twice: its description and its rules."""
    covered = {
        (document.document, sentence.section.removesuffix(" (rules)"), rule_id)
        for document in DOCUMENTS.values()
        for sentence in document.sentences
        for rule_id in sentence.ids
    }
    documents = {document for document, _, _ in covered}
    cited = {
        (source.document.title, source.section, rule.id)
        for rule in RULES.values()
        for source in rule.sources
        if source.document.title in documents and not source.derived
    }
    assert sorted(cited - covered) == []


def test_texts_are_short_and_quote_nothing() -> None:
    texts = [text for document in DOCUMENTS.values() for it in document.sentences for text in (it.says, it.reason)]
    assert [text for text in texts if len(text.split()) > WORDS_MAX or '"' in text] == []
