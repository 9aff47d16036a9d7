import { grouped } from '../src/text/numbers.ts';
import { QuestionError } from './client.ts';
import { saveFile } from './files.ts';
import { byId, element, fill } from './page/dom.ts';

/** What the page says: what it is doing, what it did, what failed. */
export class Messages {
	get isBusy(): boolean {
		return this.#tasks.length > 0;
	}

	/**
	 * Says what is being done, until it is done or something else is begun.
	 *
	 * @returns what to call once it is done
	 */
	busy(text: string): () => void {
		const task = { text };
		const show = (): void => {
			const latest = this.#tasks.at(-1);
			byId('busy').hidden = latest === undefined;
			document.body.classList.toggle('busy', latest !== undefined);
			byId('busy-text').textContent = latest?.text ?? '';
		};
		this.#tasks.push(task);
		show();
		return () => {
			this.#tasks = this.#tasks.filter((other) => other !== task);
			show();
		};
	}
	#tasks: { readonly text: string }[] = [];

	say(text: string): void {
		byId('status').textContent = text;
	}

	/** Shows an error: in the panel when a level is open, or else where files are dropped. */
	fail(error: unknown): void {
		const file = error instanceof QuestionError ? error.findings[0]?.location.file : undefined;
		const said = error instanceof Error ? error.message : String(error);
		const message = file === undefined ? said : `${file}: ${said}`;
		const notes = error instanceof QuestionError ? error.findings.map(({ help }) => help) : [];
		this.say(message);
		fill(
			byId('failure'),
			element('p', {}, message),
			...notes.filter((note) => note !== '').map((note) => element('p', { class: 'soft' }, note)),
		);
		byId('failure').hidden = false;
		if (document.body.classList.contains('empty'))
			fill(
				byId('start-failure'),
				element('div', { class: 'notice error', role: 'alert' }, [message, ...notes].join(' ')),
			);
	}

	/** Saves a file, and says so. */
	save(name: string, bytes: Uint8Array): void {
		saveFile(name, new Blob([bytes as Uint8Array<ArrayBuffer>]));
		this.say(`Saved ${name}, ${grouped(bytes.length)} bytes`);
	}
}
