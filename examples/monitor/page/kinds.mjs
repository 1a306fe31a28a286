// The kinds of lines, in the order of monitor::Entry::Kind, and the verdicts, in that of monitor::Replay::Verdict.
export const KINDS = ["trial", "reading", "failure", "fit", "best", "batch", "finished", "verify", "certificate", "go_on",
  "task", "damaged", "other"];
export const VERDICTS = ["no task", "same", "differs", "unusable"];
