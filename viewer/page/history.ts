import type { EditOptions } from '../../jobs/edit/remedies.ts';

/** A file that an edit changed. */
export interface FileChange {
	readonly path: string;
	/** Undefined for a file that came with the edit. */
	readonly before: Uint8Array | undefined;
	readonly after: Uint8Array;
	/** What was done to a walkmesh, as `wokflow edit` replays it. */
	readonly step?: EditOptions;
}

/** What was edited since a level was opened, to be undone and done again. */
export class History {
	#done: (readonly FileChange[])[] = [];
	#undone: (readonly FileChange[])[] = [];

	get canUndo(): boolean {
		return this.#done.length > 0;
	}

	get canRedo(): boolean {
		return this.#undone.length > 0;
	}

	clear(): void {
		this.#done = [];
		this.#undone = [];
	}

	add(changes: readonly FileChange[]): void {
		this.#done.push(changes);
		this.#undone = [];
	}

	/** The files as they were before the last edit; without bytes those that were not there. */
	undo(): { readonly path: string; readonly bytes: Uint8Array | undefined }[] {
		const changes = this.#done.pop() ?? [];
		if (changes.length > 0) this.#undone.push(changes);
		return changes.map(({ path, before }) => ({ path, bytes: before }));
	}

	redo(): { readonly path: string; readonly bytes: Uint8Array }[] {
		const changes = this.#undone.pop() ?? [];
		if (changes.length > 0) this.#done.push(changes);
		return changes.map(({ path, after }) => ({ path, bytes: after }));
	}

	/** The steps of each walkmesh that was edited, in their order. */
	get steps(): ReadonlyMap<string, readonly EditOptions[]> {
		const steps = new Map<string, EditOptions[]>();
		for (const { path, step } of this.#done.flat())
			if (step !== undefined) steps.set(path, [...(steps.get(path) ?? []), step]);
		return steps;
	}
}
