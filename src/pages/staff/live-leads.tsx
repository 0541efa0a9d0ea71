import { ArrowUp, Bell, BellOff } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import type { News, NewsKind } from "#domain/inbox/news.ts";
import { m } from "#messages/messages.js";
import { Link } from "#ui/link.tsx";
import { followEvents } from "./follow-events.ts";

type LiveLeadsProps = {
  /** The newest event when the list was read; null if there was none. */
  since: string | null;
  /** The list from its beginning, with the lead that is open. */
  href: string;
};

/**
 * What has happened since the list was read, in one line above it: the list itself does not move
 * until its reader asks for it.
 */
export function LiveLeads({ since, href }: LiveLeadsProps) {
  const news = useNews(since);
  const [rings, setRings] = useSound(news);
  const text = describe(news);
  useTitleCount(news.length);
  return (
    <>
      <button
        type="button"
        className="icon-button with-script"
        aria-pressed={rings}
        aria-label={m.inbox_live_sound()}
        title={m.inbox_live_sound()}
        onClick={() => setRings(!rings)}
      >
        {rings ? <Bell className="icon" aria-hidden /> : <BellOff className="icon" aria-hidden />}
      </button>
      <p role="status" className="w-full">
        {text && (
          <Link to={href} className="button button--small mt-2">
            <ArrowUp className="icon size-4" aria-hidden />
            {m.inbox_live_show({ news: text })}
          </Link>
        )}
      </p>
    </>
  );
}

/** What happened after this event, each once. */
function useNews(since: string | null): News[] {
  const [heard, setHeard] = useState<readonly News[]>([]);
  const [first] = useState(since ?? NO_EVENT);
  useEffect(
    () =>
      followEvents(first, (news) =>
        setHeard((before) =>
          before.some(({ id }) => id === news.id) ? before : [...before, news],
        ),
      ),
    [first],
  );
  return heard.filter(({ id }) => id > (since ?? NO_EVENT));
}

/** Before every event. */
const NO_EVENT = "00000000-0000-0000-0000-000000000000";

const WORDS: Record<NewsKind, { one: () => string; more: (given: { count: number }) => string }> = {
  lead: { one: m.inbox_live_lead, more: m.inbox_live_leads },
  answer: { one: m.inbox_live_answer, more: m.inbox_live_answers },
  failure: { one: m.inbox_live_failure, more: m.inbox_live_failures },
  claim: { one: m.inbox_live_claim, more: m.inbox_live_claims },
};

/** "2 new leads, 1 answer"; each lead counts once in each. */
function describe(news: readonly News[]): string {
  return Object.entries(WORDS)
    .flatMap(([kind, { one, more }]) => {
      const leads = new Set(
        news.filter((each) => each.kind === kind).map((each) => each.reference),
      );
      if (leads.size === 0) return [];
      return leads.size === 1 ? [one()] : [more({ count: leads.size })];
    })
    .join(", ");
}

/** "(2) Leads": the tab says that something waits while another is in front. */
function useTitleCount(count: number): void {
  const { key } = useLocation();
  useEffect(() => {
    if (count === 0) return undefined;
    const mark = `(${count}) `;
    document.title = mark + document.title.replace(COUNT, "");
    return () => {
      document.title = document.title.replace(COUNT, "");
    };
  }, [count, key]);
}

const COUNT = /^\(\d+\) /;
const SOUND_KEY = "staff-inbox-sound";

/** Whether new leads ring, as this browser remembers. Off until somebody presses it. */
function useSound(news: readonly News[]): [boolean, (rings: boolean) => void] {
  const rings = useSyncExternalStore(whenSoundChanges, readSound, () => false);
  const leads = news.filter(({ kind }) => kind === "lead").length;
  useEffect(() => {
    if (rings && leads > 0) ring();
  }, [rings, leads]);
  const choose = (next: boolean) => {
    try {
      localStorage.setItem(SOUND_KEY, next ? "on" : "off");
    } catch {
      // The browser keeps nothing, and stays silent.
    }
    window.dispatchEvent(new StorageEvent("storage", { key: SOUND_KEY }));
    if (next) ring();
  };
  return [rings, choose];
}

/** Another page of the browser fires this event by itself. */
function whenSoundChanges(heed: () => void): () => void {
  window.addEventListener("storage", heed);
  return () => window.removeEventListener("storage", heed);
}

function readSound(): boolean {
  try {
    return localStorage.getItem(SOUND_KEY) === "on";
  } catch {
    return false;
  }
}

/** Two short notes. A browser that plays nothing before a press stays silent. */
function ring(): void {
  const audio = new AudioContext();
  for (const [at, pitch] of [
    [0, 880],
    [0.15, 1175],
  ] as const) {
    const note = audio.createOscillator();
    const volume = audio.createGain();
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(0.15, audio.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.3);
    note.connect(volume).connect(audio.destination);
    note.start(audio.currentTime + at);
    note.stop(audio.currentTime + at + 0.3);
  }
  setTimeout(() => void audio.close(), 1_000);
}
