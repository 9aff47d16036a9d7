import type { App } from './app.ts';
import type { BarActions } from './panels/bar.ts';
import type { Pointing } from './pointing.ts';
import { colouringsOf } from './scene/scene-view.ts';

/** Everything can be done by keys. Fields that somebody types into keep theirs. */
export function listenToKeys(app: App, pointing: Pointing, actions: BarActions, focusSearch: () => void): void {
	document.addEventListener('keydown', (event) => {
		const { target, key, ctrlKey, metaKey, altKey } = event;
		// A dialogue keeps its keys: Escape closes it.
		if (altKey || isTyping(target) || document.querySelector('dialog[open]') !== null) return;
		if (ctrlKey || metaKey) {
			const letter = key.toLowerCase();
			if (letter === 'o') actions.open();
			else if (letter === 'y' || (letter === 'z' && event.shiftKey)) void app.work.redo();
			else if (letter === 'z') void app.work.undo();
			else return;
			event.preventDefault();
			return;
		}
		if (key === 'Enter' && target !== app.view.canvas) return;
		if (handle(event, app, pointing, actions, focusSearch)) event.preventDefault();
	});
}

function isTyping(target: EventTarget | null): boolean {
	if (target instanceof HTMLInputElement) return !['checkbox', 'radio'].includes(target.type);
	return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

/** @returns whether the key means something */
function handle(
	event: KeyboardEvent,
	app: App,
	pointing: Pointing,
	actions: BarActions,
	focusSearch: () => void,
): boolean {
	const { store } = app;
	const { cameras } = app.view;
	const isStanding = pointing.isStanding;
	const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
	const moves: Readonly<Record<string, () => void>> = isStanding
		? {
				ArrowLeft: () => pointing.turn(1, 0),
				ArrowRight: () => pointing.turn(-1, 0),
				ArrowUp: () => pointing.turn(0, 1),
				ArrowDown: () => pointing.turn(0, -1),
				w: () => void pointing.step(1, 0),
				s: () => void pointing.step(-1, 0),
				a: () => void pointing.step(0, -1),
				d: () => void pointing.step(0, 1),
			}
		: {
				ArrowLeft: () => cameras.nudge(cameras.mode === 'top' ? { panX: -0.08 } : { turn: -0.12 }),
				ArrowRight: () => cameras.nudge(cameras.mode === 'top' ? { panX: 0.08 } : { turn: 0.12 }),
				ArrowUp: () => cameras.nudge(cameras.mode === 'top' ? { panY: 0.08 } : { tilt: 0.1 }),
				ArrowDown: () => cameras.nudge(cameras.mode === 'top' ? { panY: -0.08 } : { tilt: -0.1 }),
				w: () => cameras.nudge({ panY: 0.08 }),
				s: () => cameras.nudge({ panY: -0.08 }),
				a: () => cameras.nudge({ panX: -0.08 }),
				d: () => cameras.nudge({ panX: 0.08 }),
				'+': () => cameras.nudge({ zoom: 1.15 }),
				'=': () => cameras.nudge({ zoom: 1.15 }),
				'-': () => cameras.nudge({ zoom: 1 / 1.15 }),
			};
	const others: Readonly<Record<string, () => void>> = {
		'1': () => actions.camera('orbit'),
		'2': () => actions.camera('top'),
		'3': () => actions.camera('stand'),
		Home: () => actions.frame(),
		'/': focusSearch,
		'?': () => actions.help(),
		n: () => app.findings.step(event.shiftKey ? -1 : 1),
		v: () => actions.tool('select'),
		g: () => app.opened?.isEditable === true && actions.tool('brush'),
		b: () => actions.tool('walk'),
		r: () => actions.tool('route'),
		m: () => actions.tool('measure'),
		f: () => pointing.flyToSelected(),
		l: () => pointing.followLink(),
		c: () => {
			const colourings = colouringsOf(app.opened);
			store.set({ colouring: colourings[(colourings.indexOf(store.state.colouring) + 1) % colourings.length] });
		},
		e: () => store.toggle('wireframe'),
		x: () => store.toggle('walls'),
		t: () => actions.theme(),
		p: () => actions.picture(),
		'[': () => store.fold('left'),
		']': () => store.fold('right'),
		Enter: () => pointing.takeMiddle(),
		Escape: () => (isStanding ? actions.camera('orbit') : pointing.clear()),
	};
	const action = moves[key] ?? others[key];
	action?.();
	return action !== undefined;
}
