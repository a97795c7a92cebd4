// Studies as files. What writes them loads when it is needed.

/** Write a study, given as a record in JSON. Every error is a `Failure`. */
export async function studyFile(record: string, format: "pgn" | "json" | "uhp"): Promise<File> {
  return (await import("../local/studies/files")).studyFile(record, format);
}
