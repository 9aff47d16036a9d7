import {
	describeLocation,
	type Finding,
	type OptionAction,
	SEVERITIES,
	type Severity,
} from '../../src/findings/report.ts';
import { describeActions } from '../../src/model/advice.ts';
import { counted } from '../../src/text/numbers.ts';
import { append, type Child, element, fill } from '../page/dom.ts';

const MARKS: Readonly<Record<Severity, string>> = { fatal: '✕', error: '!', warning: '!', info: 'i' };
/** Rows that are shown at a time: a browser is slow with a table of a hundred thousand. */
const PAGE = 200;

/** What can be done about a finding. */
export interface FindingsActions {
	go(finding: Finding): void;
	/** True for options that the page can set. */
	canApply(action: OptionAction): boolean;
	apply(action: OptionAction): void;
	/** Opens the list of what is to be decided. */
	decide(): void;
}

/** The table of findings. Choosing one moves the view to its location. */
export class FindingsPanel {
	readonly #panel: HTMLElement;
	readonly #actions: FindingsActions;
	#findings: readonly Finding[] = [];
	#hidden = new Set<Severity>(['info']);
	#rows = PAGE;
	#current = -1;

	constructor(panel: HTMLElement, actions: FindingsActions) {
		this.#panel = panel;
		this.#actions = actions;
	}

	get findings(): readonly Finding[] {
		return this.#findings;
	}

	/** @param checking true while checks are still running */
	show(findings: readonly Finding[], checking: boolean): void {
		const rank = ({ severity }: Finding): number => SEVERITIES.indexOf(severity);
		this.#findings = [...findings].sort((a, b) => rank(a) - rank(b));
		this.#rows = PAGE;
		this.#current = -1;
		if (this.#findings.every(({ severity }) => severity === 'info')) this.#hidden.delete('info');
		this.#render(checking);
	}

	/** Goes to the next finding with a position, or the previous one. */
	step(by: 1 | -1): void {
		const places = this.#shown.filter(({ finding }) => finding.location.at !== undefined);
		if (places.length === 0) return;
		const now = places.findIndex(({ index }) => index === this.#current);
		this.#open(places[(now + by + places.length) % places.length].index);
	}

	get #shown(): { readonly finding: Finding; readonly index: number }[] {
		return this.#findings
			.map((finding, index) => ({ finding, index }))
			.filter(({ finding }) => !this.#hidden.has(finding.severity));
	}

	#open(index: number): void {
		this.#current = index;
		this.#actions.go(this.#findings[index]);
		this.#render(false);
		this.#panel.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
	}

	/** Marks a finding whose pin was pressed. */
	choose(finding: Finding): void {
		this.#hidden.delete(finding.severity);
		this.#open(this.#findings.indexOf(finding));
	}

	#render(checking: boolean): void {
		const focus = document.activeElement?.id;
		const counts = SEVERITIES.map((severity) => ({
			severity,
			count: this.#findings.filter((each) => each.severity === severity).length,
		}));
		const chips = counts
			.filter(({ count }) => count > 0)
			.map(({ severity, count }) => {
				const pressed = !this.#hidden.has(severity);
				const onclick = (): void => {
					if (pressed) this.#hidden.add(severity);
					else this.#hidden.delete(severity);
					this.#render(false);
				};
				const text =
					severity === 'info' ? counted(count, 'note') : counted(count, severity === 'fatal' ? 'unreadable' : severity);
				return element(
					'button',
					{ class: 'chip', type: 'button', id: `filter-${severity}`, 'aria-pressed': String(pressed), onclick },
					text,
				);
			});
		const shown = this.#shown;
		const rows = shown.slice(0, this.#rows).map(({ finding, index }) => this.#row(finding, index));
		const more = shown.length - this.#rows;
		const onMore = (): void => {
			this.#rows += PAGE;
			this.#render(false);
		};
		const nothing = this.#findings.length === 0 && !checking;
		fill(
			this.#panel,
			element('div', { class: 'chips' }, ...chips),
			checking && element('p', { class: 'soft' }, 'Checking …'),
			nothing && element('p', {}, 'Nothing is wrong here.'),
			element(
				'table',
				{ id: 'findings-table', 'aria-label': 'Findings', tabindex: -1 },
				element(
					'thead',
					{ class: 'unseen' },
					element(
						'tr',
						{},
						...['Severity', 'Finding and location'].map((name) => element('th', { scope: 'col' }, name)),
					),
				),
				element('tbody', {}, ...rows),
			),
			more > 0 && element('button', { class: 'button', type: 'button', onclick: onMore }, `Show more (${more} left)`),
		);
		if (focus !== undefined && focus !== '') document.getElementById(focus)?.focus({ preventScroll: true });
	}

	#row(finding: Finding, index: number): HTMLElement {
		const { severity, message, location, code, help, actions = [] } = finding;
		const current = index === this.#current;
		const body = element(
			'button',
			{
				class: 'finding',
				type: 'button',
				id: `finding-${index}`,
				'aria-current': String(current),
				onclick: () => this.#open(index),
			},
			message,
			element('br'),
			element('code', {}, describeLocation(location) || 'the whole'),
		);
		const cell = element('td', {}, body);
		if (current) {
			const options = actions.filter(
				(action): action is OptionAction => 'option' in action && this.#actions.canApply(action),
			);
			const chips = options.map((action) =>
				element(
					'button',
					{ class: 'chip', type: 'button', onclick: () => this.#actions.apply(action) },
					BUTTONS[action.option](String(action.value ?? true)),
				),
			);
			if (actions.some((action) => 'option' in action && DECIDED.includes(action.option)))
				chips.push(
					element('button', { class: 'chip', type: 'button', onclick: () => this.#actions.decide() }, 'Decide'),
				);
			const command = describeActions(actions, 'cli', location.file);
			const details: readonly Child[] = [
				element('p', { class: 'soft' }, help),
				chips.length > 0 && element('div', { class: 'chips' }, ...chips),
				command !== '' &&
					element('details', {}, element('summary', {}, 'On the command line'), element('code', {}, command)),
				element('code', {}, code),
			];
			append(cell, details);
		}
		return element(
			'tr',
			{},
			element(
				'td',
				{ class: `mark ${severity}`, title: severity },
				element('span', { role: 'img', 'aria-label': severity }, MARKS[severity]),
			),
			cell,
		);
	}
}

/** What a button does that sets an option: the page has no flags. */
const BUTTONS: Readonly<Record<string, (value: string) => string>> = {
	snap: (reach) => `Snap seams within ${reach} m`,
	fixTJunctions: () => 'Fix T-junctions',
	orient: (how) => (how === 'flip' ? 'Flip what faces down' : `Faces that face down: ${how}`),
	weld: (reach) => `Weld within ${reach} m`,
	simplify: (reach) => `Simplify within ${reach} m`,
};
/** Options that the page can set. */
export const APPLICABLE: readonly string[] = Object.keys(BUTTONS);

/** What is decided once, in the file beside the scene. */
const DECIDED: readonly string[] = ['surface', 'surfaceNode', 'up', 'unit', 'scale', 'roomBy', 'sills'];
