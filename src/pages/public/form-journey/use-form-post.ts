import { type SubmitEvent, useCallback, useRef, useState } from "react";
import { type PostResponse, postForm } from "./post-response.ts";

type FormPost = {
  isSending: boolean;
  /** The last result; null before the first one and while one is awaited. */
  result: PostResponse | null;
  submit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Clears the last result, when the answer that it is about was changed. */
  forget: () => void;
};

/** Sends a form from its page, one post at a time: a second press during a post does nothing. */
export function useFormPost(
  onResponse?: (response: PostResponse, form: HTMLFormElement) => void,
): FormPost {
  const underWay = useRef(false);
  const [isSending, setSending] = useState(false);
  const [result, setResult] = useState<PostResponse | null>(null);
  const submit = useCallback(
    (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (underWay.current) return;
      underWay.current = true;
      const form = event.currentTarget;
      setSending(true);
      setResult(null);
      void postForm(form).then((input) => {
        underWay.current = false;
        setSending(false);
        setResult(input);
        onResponse?.(input, form);
      });
    },
    [onResponse],
  );
  const forget = useCallback(() => setResult(null), []);
  return { isSending, result, submit, forget };
}
