/** The lines of a visibility file (`.vis`) as the game's own files have them: the reader compares with them, the writer writes them. */

/** The line of a room that looks. @param count what stands behind its name; without one, a blank count */
export function lookingLine(room: string, count?: number): string {
	return count === undefined ? room : `${room} ${count}`;
}

/** The line of a room that is seen. */
export function seenLine(room: string): string {
	return `  ${room}`;
}
