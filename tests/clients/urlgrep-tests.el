;;; urlgrep-tests.el --- tests of urlgrep.el  -*- lexical-binding: t; -*-

(require 'ert)
(require 'cl-lib)
(require 'gnus-start)
(require 'gnus-art)
(require 'nndoc)
(require 'urlgrep)

(declare-function mu4e-view "ext:mu4e-view")

(defvar opened nil "What browse-url was asked to open, last first.")
(setq browse-url-browser-function (lambda (url &rest _) (push url opened)))

(defconst whole "http://www.example.com/drafts/an-over-view.html")
(defconst bare "http://archive.example.org/pub/reports/1995/spring/\
measurements/of/line-widths/table7.html")
(defconst dropped "http://www.example.com/drafts/an-overview.html")

(defun insert-demo ()
  (insert-file-contents (getenv "DEMO")))

(defmacro answering (answer &rest body)
  "Run BODY, answer each question with ANSWER, and return the questions."
  `(let (questions)
     (cl-letf (((symbol-function 'yes-or-no-p)
                (lambda (prompt) (push prompt questions) ,answer)))
       ,@body)
     questions))

(defun button-of (pattern)
  "Return the button at the beginning of the match of PATTERN in the buffer."
  (goto-char (point-min))
  (re-search-forward pattern)
  (button-at (match-beginning 0)))

(defun listed ()
  "Return the URLs of the list, in list order."
  (with-current-buffer "*URLs*"
    (let (urls button (at (point-min)))
      (while (setq button (next-button at t))
        (push (button-get button 'urlgrep-url) urls)
        (setq at (button-end button)))
      (nreverse urls))))

(ert-deftest buttonize-opens-whole ()
  (with-temp-buffer
    (insert-demo)
    (urlgrep-buttonize)
    (setq opened nil)
    (push-button (button-start (button-of "http://www.example.com")))
    (push-button (button-start (button-of "http://archive")))
    (should (equal opened (list bare whole)))))

(ert-deftest buttonize-covers-the-source ()
  (with-temp-buffer
    (insert-demo)
    (urlgrep-buttonize)
    (let ((button (button-of "http://www.example.com")))
      (should (equal (buffer-substring (button-start button) (button-end button))
                     "http://www.example.com/drafts/an-over-\n> view.html")))))

(ert-deftest buttonize-among-other-characters ()
  "Emacs counts characters; urlgrep counts bytes, some of which are invalid UTF-8."
  (with-temp-buffer
    (insert "Grüße 😀 \x3fff80\x3fffff https://a.example/x 漢字 <http://b.example/y\n z>\n")
    (urlgrep-buttonize)
    (let ((a (button-of "https://a")) (b (button-of "http://b")))
      (should (equal (buffer-substring (button-start a) (button-end a))
                     "https://a.example/x"))
      (should (equal (button-get b 'urlgrep-url) "http://b.example/yz"))
      (should (eq (button-end b) (1- (point-max-of ">")))))))

(ert-deftest buttonize-bytes ()
  (with-temp-buffer
    (set-buffer-multibyte nil)
    (insert "\351\351 http://a.example/x")
    (urlgrep-buttonize)
    (should (eq (button-end (button-of "http:")) (point-max)))))

(ert-deftest an-encrypted-part ()
  (with-temp-buffer
    (set-buffer-multibyte nil)
    (insert "Subject: http://a.example/\nContent-Type: application/pkcs7-mime\n\nx\n")
    (urlgrep--run "--as=mail")
    (should (urlgrep--read))))

(defun point-max-of (text)
  (save-excursion
    (goto-char (point-max))
    (search-backward text)
    (1+ (point))))

(ert-deftest buttonize-narrowed ()
  (with-temp-buffer
    (insert "é http://a.example/\nü http://b.example/\n")
    (narrow-to-region (point-min) (point-max))
    (goto-char (point-min))
    (forward-line)
    (narrow-to-region (point) (point-max))
    (urlgrep-buttonize)
    (should (equal (button-get (button-of "http:") 'urlgrep-url)
                   "http://b.example/"))
    (widen)
    (should-not (button-of "http://a"))))

(ert-deftest buttonize-twice-is-once ()
  (with-temp-buffer
    (insert-demo)
    (urlgrep-buttonize)
    (let ((many (length (overlays-in (point-min) (point-max)))))
      (should (> many 2))
      (urlgrep-buttonize)
      (should (= many (length (overlays-in (point-min) (point-max))))))))

(ert-deftest buttonize-nothing ()
  (with-temp-buffer
    (urlgrep-buttonize)
    (insert "no URL")
    (urlgrep-buttonize)
    (should-not (overlays-in (point-min) (point-max)))))

(ert-deftest a-warning-is-asked-about ()
  (with-temp-buffer
    (insert "see http://www.bank.example@h.example/ there")
    (urlgrep-buttonize)
    (setq opened nil)
    (let ((button (button-start (button-of "http:"))))
      (should (string-match-p "userinfo-spoof"
                              (car (answering nil (push-button button)))))
      (should-not opened)
      (answering t (push-button button))
      (should (equal opened '("http://www.bank.example@h.example/"))))))

(ert-deftest a-host-in-unicode-is-shown ()
  (with-temp-buffer
    (insert "see http://xn--80ak6aa92e.com/ and http://h.example/ there")
    (urlgrep-buttonize)
    (let ((button (button-of "http://xn")) (other (button-of "http://h\\.")))
      (should (string-match-p "  (in Unicode аррӏе.com)\nidn"
                              (button-get button 'help-echo)))
      (should (equal (button-get other 'help-echo) "http://h.example/"))
      (should (string-match-p "(in Unicode аррӏе.com): idn"
                              (car (answering nil (push-button (button-start button)))))))
    (urlgrep-list))
  (with-current-buffer "*URLs*"
    (goto-char (point-min))
    (should (search-forward "http://xn--80ak6aa92e.com/  (in Unicode аррӏе.com)\n"))
    (should (search-forward "http://h.example/\n"))))

(ert-deftest no-warning-no-question ()
  (with-temp-buffer
    (insert "see http://h.example/ there")
    (urlgrep-buttonize)
    (should-not (answering nil (push-button (button-start (button-of "http:")))))))

(ert-deftest list-of-a-buffer ()
  (with-temp-buffer
    (insert-demo)
    (urlgrep-list))
  (should (equal (seq-take (listed) 3) (list whole dropped bare)))
  (should (buffer-local-value 'buffer-read-only (get-buffer "*URLs*"))))

(ert-deftest each-reading-has-its-own-warnings ()
  "The joined reading leads to another host than the reading shown first."
  (with-temp-buffer
    (insert "Ann wrote:\n\nDear customer, the new page of your bank is at http://www.bank.example
@evil.example/account/login/page.html and nowhere else, says the bank.\n")
    (urlgrep-list))
  (with-current-buffer "*URLs*"
    (setq opened nil)
    (let ((button (button-of "^http://www.bank.example@evil")))
      (should (string-match-p "userinfo-spoof"
                              (car (answering nil (push-button (button-start button)))))))
    (should-not opened)))

(ert-deftest a-link-with-a-blank-has-its-warnings ()
  (let ((url "http://b.example@h.example/a b"))
    (should (member "userinfo" (gethash url (urlgrep--judge (list url)))))))

(ert-deftest what-is-said-of-a-url ()
  (dolist (case '((nil () nil)
                  (("lines joined" "hyphen kept") () ("joined" "hyphen-kept"))
                  (("ends at the line break") () ("not-joined"))
                  (("a-new-word") () ("a-new-word"))
                  (("\"a paper\"") ((element . "a") (link_text . "a paper")) nil)
                  (("\"a?paper??\"") ((element . "a") (link_text . "a\npaper\u202e\e")) nil)
                  (("<img>") ((element . "img") (link_text . nil)) nil)))
    (should (equal (urlgrep--remarks (nth 1 case) (nth 2 case)) (car case)))))

(ert-deftest list-has-each-url-once ()
  (with-temp-buffer
    (dotimes (i 300)
      (insert (format "http://h.example/%d\n" (% i 100))))
    (urlgrep-list))
  (should (= (length (listed)) 100)))

(ert-deftest loose-urls-are-listed ()
  (with-temp-buffer
    (insert "http://h.example/a|b http://h.example:port/\n")
    (urlgrep-list))
  (should (equal (listed) '("http://h.example/a|b"))))

(ert-deftest a-program-that-fails ()
  (with-temp-buffer
    (insert "http://h.example/")
    (let ((urlgrep-arguments '("--no-such-option")))
      (should-error (urlgrep-list)))))

(ert-deftest a-browser-gets-one-argument ()
  (with-temp-buffer
    (insert "http://h.example/';touch$IFS'run';'&touch&run")
    (urlgrep-buttonize)
    (let ((browse-url-browser-function #'browse-url-generic)
          (browse-url-generic-program "browser"))
      (push-button (button-start (button-of "http:")))
      (with-temp-buffer
        (let ((tries 0))
          (while (and (< (cl-incf tries) 100) (= (point-max) 1))
            (sleep-for 0.1)
            (ignore-errors
              (insert-file-contents (getenv "OPENED") nil nil nil t))))
        (should (equal (buffer-string)
                       "http://h.example/';touch$IFS'run';'&touch&run|"))))))

(ert-deftest notmuch-message ()
  (skip-unless (and (executable-find "notmuch") (require 'notmuch nil t)))
  (let ((notmuch-show-hook (list #'urlgrep-buttonize)))
    (notmuch-show "id:1995.0314@example.org")
    (setq opened nil)
    (push-button (button-start (button-of "http://www.example.com/drafts/an-over-$")))
    (should (equal opened (list whole)))
    (urlgrep-list)
    (should (equal (seq-take (listed) 3) (list whole dropped bare)))))

(ert-deftest notmuch-hostile-message ()
  (skip-unless (and (executable-find "notmuch") (require 'notmuch nil t)))
  (notmuch-show "id:hostile@h.example")
  (urlgrep-list)
  (should (equal (listed)
                 '("http://h.example/';touch$IFS'run';'&touch&run"
                   "http://h.example/-o/ab/--help"
                   "http://www.bank.example@h.example/over-view"
                   "http://www.bank.example@h.example/overview")))
  (with-current-buffer "*URLs*"
    (should-not (string-match-p "[\e\x202e]" (buffer-string)))
    (goto-char (point-min))
    (should (search-forward "warning: userinfo: "))
    (should (search-forward "warning: userinfo-spoof: the user name looks like a host"))))

(ert-deftest rmail-message ()
  (require 'rmail)
  (let ((rmail-file-name (expand-file-name "~/mailbox")) (rmail-enable-mime t)
        (rmail-primary-inbox-list nil) (rmail-inbox-list nil))
    (rmail rmail-file-name)
    (unwind-protect
        (progn
          (urlgrep-list)
          (should (equal (seq-take (listed) 3) (list whole dropped bare))))
      (with-current-buffer rmail-buffer
        (set-buffer-modified-p nil)
        (rmail-quit)))))

(ert-deftest mu4e-message ()
  (skip-unless (require 'mu4e nil t))
  (mu4e-view `(:path ,(getenv "DEMO") :message-id "1995.0314@example.org" :docid 1
               :subject "paper" :date (0 0 0)))
  (urlgrep-list)
  (should (equal (seq-take (listed) 3) (list whole dropped bare))))

(ert-deftest keys-of-the-list ()
  (with-temp-buffer
    (insert "http://a.example/ http://b.example/\n")
    (urlgrep-list)
    (with-current-buffer "*URLs*"
      (should (eq (key-binding (kbd "TAB")) #'forward-button))
      (call-interactively (key-binding "n"))
      (call-interactively (key-binding "w"))
      (should (equal (current-kill 0) "http://b.example/"))
      (call-interactively (key-binding "p"))
      (setq opened nil)
      (push-button)
      (should (equal opened '("http://a.example/"))))
    (insert "http://c.example/\n")
    (with-current-buffer "*URLs*"
      (call-interactively (key-binding "g")))
    (should (equal (listed) '("http://a.example/" "http://b.example/" "http://c.example/")))
    (with-current-buffer "*URLs*"
      (call-interactively (key-binding "q")))))

(ert-deftest the-message-is-gone ()
  (with-temp-buffer
    (insert "http://a.example/\n")
    (urlgrep-list))
  (with-current-buffer "*URLs*"
    (should-error (call-interactively (key-binding "g")) :type 'user-error)))

(ert-deftest gnus-message ()
  (let ((gnus-select-method '(nnnil "")) (gnus-secondary-select-methods nil)
        (gnus-startup-file (expand-file-name "newsrc" (getenv "HOME")))
        (gnus-init-file nil) (gnus-verbose 3)
        (gnus-article-prepare-hook (list #'urlgrep-buttonize)))
    (gnus-no-server)
    (gnus-group-read-ephemeral-group
     "demo" `(nndoc "demo" (nndoc-address ,(expand-file-name "~/mailbox"))
                    (nndoc-article-type mbox)))
    (gnus-summary-first-unread-article)
    (with-current-buffer gnus-article-buffer
      (setq opened nil)
      (push-button (button-start
                    (button-of "http://www.example.com/drafts/an-over-$")))
      (should (equal opened (list whole))))
    (with-current-buffer gnus-summary-buffer
      (urlgrep-list))
    (should (equal (seq-take (listed) 3) (list whole dropped bare)))))

;;; urlgrep-tests.el ends here
