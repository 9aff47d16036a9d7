import type { App } from './app.ts';
import { byId } from './page/dom.ts';

/** The name of the element that holds the view on paper. `page.css` says what else is printed. */
const PRINTED = 'printed';

/**
 * Prints the view as a picture in light colours, since browsers print nothing of what is drawn in 3D.
 *
 * @param centre centres the view between the panels again
 */
export function listenToPrinting(app: App, centre: () => void): void {
	const { view } = app;
	const remove = (): void => document.getElementById(PRINTED)?.remove();
	addEventListener('beforeprint', () => {
		remove();
		app.setPaper(true);
		if (!view.draws) return;
		view.covered = { left: 0, right: 0 };
		const sheet = view.sheet();
		sheet.id = PRINTED;
		byId('stage').prepend(sheet);
	});
	addEventListener('afterprint', () => {
		remove();
		app.setPaper(false);
		centre();
	});
}
