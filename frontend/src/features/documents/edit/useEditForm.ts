import { useCallback, useEffect, useRef, useState } from 'react';
import type { DocumentRecord, User } from '@/api/types';
import { useForm } from '@/components/form/Form';
import { useAppDispatch } from '@/state/hooks';
import { keeperOf } from '@/text/browser';
import { editHome, type EditText } from '@/text/editDrafts';
import { isSameText, type KeptText } from '@/text/keptText';
import { useTextSlot } from '@/text/useTextSlot';
import { baseOf, beganWith, checkEditBy, unchangedText } from './editValues';

/**
 * The form in which an edit of a document is written. One in which nothing was typed follows the document; one with
 * text stays with the version that it was begun on, which is what the edit is compared with.
 */
export function useEditForm(
  { id: person, clearanceLevel }: User,
  document: DocumentRecord,
  start: KeptText<EditText>,
) {
  const dispatch = useAppDispatch();
  const [begun] = useState(() => ({ text: start.text, base: beganWith(start.text, document) }));
  const [base, setBase] = useState(begun.base);
  const [revises, setRevises] = useState(begun.text.revises);
  const form = useForm(checkEditBy(clearanceLevel, base.values.content), base.values, begun.text.values);
  /** What belongs to the values of the form, at the moment at which they change. */
  const frame = useRef({ base, revises });
  const latest = useRef(document);
  useEffect(() => {
    latest.current = document;
  }, [document]);
  const { slot, state } = useTextSlot<EditText>(() => ({
    start,
    keeper: keeperOf<EditText>(person),
    home: editHome(dispatch, person, baseOf(document).values),
    blank: () => unchangedText(latest.current),
    isBlank: ({ base: { values: began }, values }) => began !== null && isSameText(values, began),
  }));

  const show = useCallback(
    (text: EditText) => {
      const next = beganWith(text, latest.current);
      frame.current = { base: next, revises: text.revises };
      setBase(next);
      setRevises(text.revises);
      form.reset(next.values);
      form.fill(text.values);
    },
    [form],
  );
  useEffect(() => {
    const keep = () => {
      const { documentId } = slot.kept().text;
      slot.change({ documentId, ...frame.current, values: form.values() });
    };
    const stopShowing = slot.onShow((text) => {
      stopKeeping();
      show(text);
      stopKeeping = form.subscribe(keep);
    });
    let stopKeeping = form.subscribe(keep);
    return () => {
      stopShowing();
      stopKeeping();
    };
  }, [form, show, slot]);

  const isOutdated = document.version !== base.version;
  useEffect(() => {
    if (isOutdated && !form.state().isDirty) show(unchangedText(document));
  }, [document, form, isOutdated, show]);

  return { form, base, revises, slot, state, isOutdated, take: show };
}

/** The form of an edit and what can be done with it. */
export type EditFormHandle = ReturnType<typeof useEditForm>;
