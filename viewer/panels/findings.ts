import {
	describeLocation,
	type Finding,
	type OptionAction,
	SEVERITIES,
	type Severity,
} from '../../src/findings/report.ts';
import { describeActions } from '../../src/model/advice.ts';
import { counted } from '../../src/text/numbers.ts';
import { button, type Child, chips, element, refill, soft } from '../page/dom.ts';

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
		const shown = this.#shown;
		const more = shown.length - this.#rows;
		const nothing = this.#findings.length === 0 && !checking;
		refill(
			this.#panel,
			chips(SEVERITIES.map((severity) => this.#filter(severity))),
			checking && soft('Checking …'),
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
						['Severity', 'Finding and location'].map((name) => element('th', { scope: 'col' }, name)),
					),
				),
				element(
					'tbody',
					{},
					shown.slice(0, this.#rows).map(({ finding, index }) => this.#row(finding, index)),
				),
			),
			more > 0 &&
				button('button', `Show more (${more} left)`, () => {
					this.#rows += PAGE;
					this.#render(false);
				}),
		);
	}

	/** A button that shows or hides the findings of a severity. */
	#filter(severity: Severity): Child {
		const count = this.#findings.filter((each) => each.severity === severity).length;
		if (count === 0) return undefined;
		const pressed = !this.#hidden.has(severity);
		const noun = { info: 'note', fatal: 'unreadable', error: 'error', warning: 'warning' }[severity];
		const onclick = (): void => {
			if (pressed) this.#hidden.add(severity);
			else this.#hidden.delete(severity);
			this.#render(false);
		};
		return button('chip', counted(count, noun), onclick, { id: `filter-${severity}`, 'aria-pressed': String(pressed) });
	}

	#row(finding: Finding, index: number): HTMLElement {
		const { severity, message, location } = finding;
		const current = index === this.#current;
		const words = [message, element('br'), element('code', {}, describeLocation(location) || 'the whole')];
		const attributes = { id: `finding-${index}`, 'aria-current': String(current) };
		const body = button('finding', words, () => this.#open(index), attributes);
		const mark = element('span', { role: 'img', 'aria-label': severity }, MARKS[severity]);
		return element(
			'tr',
			{},
			element('td', { class: `mark ${severity}`, title: severity }, mark),
			element('td', {}, body, current && this.#details(finding)),
		);
	}

	/** What helps, and what can be done about a finding here or on the command line. */
	#details({ location, code, help, actions = [] }: Finding): Child {
		const isDecided = actions.some((action) =>
			'option' in action ? DECIDED.includes(action.option) : action.command === 'init',
		);
		const buttons = [
			...actions
				.filter((action): action is OptionAction => 'option' in action && this.#actions.canApply(action))
				.map((action) =>
					button('chip', BUTTONS[action.option](String(action.value ?? true)), () => this.#actions.apply(action)),
				),
			...(isDecided ? [button('chip', 'Decide', this.#actions.decide)] : []),
		];
		const command = describeActions(actions, 'cli', location.file);
		return [
			soft(help),
			buttons.length > 0 && chips(buttons),
			command !== '' &&
				element('details', {}, element('summary', {}, 'On the command line'), element('code', {}, command)),
			element('code', {}, code),
		];
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
