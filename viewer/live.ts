import type { PageData } from '../pipeline/view-page.ts';
import type { App } from './app.ts';

/** A server that is gone is asked again after so long, milliseconds. */
const AGAIN = 2000;

/**
 * Follows a served level: the server answers when a source has changed, with the page's data anew. The camera and what is switched on
 * stay as they are.
 */
export function followChanges(first: string, app: App): void {
	const ask = async (): Promise<void> => {
		let url = first;
		for (;;) {
			try {
				const response = await fetch(url, { cache: 'no-store' });
				if (response.status === 200) {
					const data = (await response.json()) as PageData;
					url = data.changes ?? url;
					await app.takeData(data);
				} else if (response.status !== 204) throw new Error(`The server answered ${response.status}.`);
			} catch {
				app.say('The server has ended; this is the level as it was.');
				await new Promise((resolve) => setTimeout(resolve, AGAIN));
			}
		}
	};
	void ask();
}
