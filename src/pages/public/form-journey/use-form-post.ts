import { type SubmitEvent, useCallback, useRef, useState } from "react";
import { type PostAnswer, postForm } from "./post-answer.ts";

type FormPost = {
  isSending: boolean;
  /** The last answer; null before the first and while one is awaited. */
  answer: PostAnswer | null;
  submit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Forgets the last answer, once what it complained about has changed. */
  forget: () => void;
};

/** Sends a form from its page, once at a time: a second press while it is under way does nothing. */
export function useFormPost(
  onAnswer?: (answer: PostAnswer, form: HTMLFormElement) => void,
): FormPost {
  const underWay = useRef(false);
  const [isSending, setSending] = useState(false);
  const [answer, setAnswer] = useState<PostAnswer | null>(null);
  const submit = useCallback(
    (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (underWay.current) return;
      underWay.current = true;
      const form = event.currentTarget;
      setSending(true);
      setAnswer(null);
      void postForm(form).then((given) => {
        underWay.current = false;
        setSending(false);
        setAnswer(given);
        onAnswer?.(given, form);
      });
    },
    [onAnswer],
  );
  const forget = useCallback(() => setAnswer(null), []);
  return { isSending, answer, submit, forget };
}
