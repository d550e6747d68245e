"""A browser for WebKitWebDriver: windows of any width that contain only a page.

MiniBrowser, the browser that comes with WebKitGTK, cannot be narrower than its toolbar.
"""

import argparse
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2


def print_failed(_operation, error):
    """Reports the error like a console error, which fails a journey."""
    print(f"CONSOLE PRINT ERROR {error.message}", flush=True)


def print_to_file(view, path):
    """Prints a page. The file gets its name when it is complete."""
    unfinished = f"{path}.unfinished"
    settings = Gtk.PrintSettings()
    settings.set_printer("Print to File")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, f"file://{unfinished}")
    setup = Gtk.PageSetup()
    setup.set_paper_size(Gtk.PaperSize.new(Gtk.PAPER_NAME_A4))
    operation = WebKit2.PrintOperation.new(view)
    operation.set_print_settings(settings)
    operation.set_page_setup(setup)
    operation.connect("finished", lambda _: os.rename(unfinished, path))
    operation.connect("failed", print_failed)
    operation.print_()
    return operation


class Windows:
    def __init__(self, width, height):
        self.width, self.height = width, height
        self.operations = []
        self.context = WebKit2.WebContext.new_ephemeral()
        self.context.set_automation_allowed(True)
        self.context.connect("automation-started", self.automation_started)

    def automation_started(self, _context, session):
        session.connect("create-web-view", lambda _session: self.open())
        session.connect("will-close", lambda _session: Gtk.main_quit())

    def open(self):
        content = WebKit2.UserContentManager()
        view = WebKit2.WebView(
            web_context=self.context,
            user_content_manager=content,
            is_controlled_by_automation=True,
        )
        view.get_settings().set_enable_write_console_messages_to_stdout(True)
        content.register_script_message_handler("printToFile")
        content.connect(
            "script-message-received::printToFile",
            lambda _, message: self.operations.append(
                print_to_file(view, message.get_js_value().to_string())
            ),
        )
        window = Gtk.Window()
        window.set_default_size(self.width, self.height)
        window.add(view)
        view.connect("close", lambda _: window.destroy())
        # Without a window manager no window becomes active.
        window.connect("map-event", lambda *_: window.get_window().focus(0))
        window.show_all()
        return view


parser = argparse.ArgumentParser()
parser.add_argument("--width", type=int, required=True)
parser.add_argument("--height", type=int, required=True)
options, _ = parser.parse_known_args()
windows = Windows(options.width, options.height)
Gtk.main()
