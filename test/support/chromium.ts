import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Chromium as Debian has it; other places by the variable CHROMIUM. */
export const CHROMIUM: string = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
export const chromiumPresent: boolean = existsSync(CHROMIUM);

const ARGUMENTS: readonly string[] = [
	'--headless',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

export function launchChromium(): Promise<Browser> {
	return chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS] });
}

/** What a page said that it should not have: errors and warnings of its own, and requests that leave the file. */
export function complaintsOf(page: Page): string[] {
	const complaints: string[] = [];
	page.on('console', (message) => {
		// What the driver says of pictures that tests take is not the page's.
		if (!message.text().includes('GL Driver Message')) complaints.push(`${message.type()}: ${message.text()}`);
	});
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('request', (request) => {
		if (!/^(?:file|blob|data):/.test(request.url())) complaints.push(`request: ${request.url()}`);
	});
	return complaints;
}
