// A study as a file: PGN, JSON, or its main line as a UHP game string.

import { Failure } from "../../lib/failure";
import { readRecord, RecordError } from "../formats";
import { write as json } from "../formats/json";
import { write as pgn } from "../formats/pgn/writer";
import { gameString } from "../formats/uhp";

const WRITERS = { pgn, json, uhp: gameString };

/** Write a study, given as a record in JSON. */
export async function studyFile(record: string, format: keyof typeof WRITERS): Promise<File> {
  try {
    const text = WRITERS[format](await readRecord(record));
    return new File([`${text.trimEnd()}\n`], `beespace-study.${format}`);
  } catch (error) {
    throw error instanceof RecordError ? new Failure("cannot-write", error.message) : error;
  }
}
