;;; urlgrep.el --- URLs of a message or text, whole  -*- lexical-binding: t; -*-

;; Version: 0.3.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: mail, news, hypermedia
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; `urlgrep-list' lists the URLs of the message shown (notmuch, Gnus, Rmail,
;; mu4e, or any buffer) with their warnings.  There TAB, n and p move
;; from URL to URL, RET opens one, w copies it, g reads the message again, and
;; q quits.  `urlgrep-buttonize' turns each URL of the buffer into a button,
;; across line breaks and quote prefixes, that opens the whole URL.
;;
;; Install: have urlgrep in PATH and put into the init file
;;
;;     (require 'urlgrep)
;;     (add-hook 'notmuch-show-hook #'urlgrep-buttonize)
;;     (add-hook 'gnus-article-prepare-hook #'urlgrep-buttonize)
;;     (with-eval-after-load 'notmuch
;;       (define-key notmuch-show-mode-map (kbd "C-c u") #'urlgrep-list))
;;     (with-eval-after-load 'gnus-art
;;       (define-key gnus-article-mode-map (kbd "C-c u") #'urlgrep-list))
;;     (with-eval-after-load 'gnus-sum
;;       (define-key gnus-summary-mode-map (kbd "C-c u") #'urlgrep-list))

;;; Code:

(require 'browse-url)
(require 'button)
(require 'json)
(require 'seq)

(defgroup urlgrep nil "URLs, whole." :group 'hypermedia)

(defcustom urlgrep-program "urlgrep"
  "The command urlgrep."
  :type 'file)

(defcustom urlgrep-arguments nil
  "Options passed to urlgrep, such as \"--grammar=rfc1738\"."
  :type '(repeat string))

(declare-function notmuch-show-get-message-id "ext:notmuch-show")
(declare-function rmail-msgbeg "rmail" (n))
(declare-function rmail-msgend "rmail" (n))
(declare-function rmail-buffers-swapped-p "rmail")
(declare-function mu4e-message-at-point "ext:mu4e-message")
(declare-function mu4e-message-readable-path "ext:mu4e-message")
(defvar notmuch-command)
(defvar rmail-buffer)
(defvar rmail-current-message)
(defvar rmail-view-buffer)
(defvar gnus-original-article-buffer)

;; urlgrep reads the bytes of the buffer, so that its offsets are those of the
;; buffer.  Emacs represents a byte that is not a character as two bytes.

(defun urlgrep--run (&rest arguments)
  "Replace the buffer's text with the output of urlgrep ARGUMENTS for it."
  (goto-char (point-min))
  (while (and enable-multibyte-characters
              (re-search-forward "[\x3fff80-\x3fffff]" nil t))
    (replace-match "??"))
  (let* ((coding-system-for-write
          (if enable-multibyte-characters 'utf-8-emacs-unix 'no-conversion))
         (coding-system-for-read 'utf-8-unix)
         (status (apply #'call-process-region (point-min) (point-max)
                        urlgrep-program t '(t nil) nil "--json"
                        (append arguments urlgrep-arguments))))
    ;; With status 2 and output, only parts of the message were not read.
    (unless (or (memq status '(0 1)) (and (eql status 2) (> (buffer-size) 0)))
      (error "The command %s: %s" urlgrep-program status))
    (when (eql status 2)
      (message "Some parts, such as encrypted ones, were not searched"))
    (set-buffer-multibyte t)
    (goto-char (point-min))))

(defun urlgrep--read ()
  "Return the findings in the buffer, which contains urlgrep's JSON."
  (let ((json-object-type 'alist) (json-array-type 'list)
        (json-false nil) found)
    (while (not (eobp))
      (push (json-read) found)
      (forward-line))
    (seq-filter #'urlgrep--valid-p (nreverse found))))

(defun urlgrep--find-in-text ()
  "Return the findings in the buffer's accessible text.
Lines are joined as in mail if the buffer belongs to a mail reader."
  (let ((text (current-buffer))
        (join (if (derived-mode-p 'notmuch-show-mode 'gnus-article-mode
                                  'mu4e-view-mode 'rmail-mode 'message-mode)
                  "always"
                "auto")))
    (with-temp-buffer
      (set-buffer-multibyte
       (buffer-local-value 'enable-multibyte-characters text))
      (insert-buffer-substring text)
      (urlgrep--run "--as=text" (concat "--join=" join))
      (urlgrep--read))))

(defun urlgrep--valid-p (finding)
  "Return non-nil if FINDING is a URL that is not invalid."
  (and (equal (alist-get 'type finding) "url")
       (urlgrep--accepted-p finding)
       (stringp (alist-get 'url finding))))

(defun urlgrep--accepted-p (judged)
  "Return non-nil if JUDGED, a finding or a reading, is valid or loose."
  (member (alist-get 'verdict judged) '("valid" "loose")))

;;; Opening

(defun urlgrep-open (url warnings &optional unicode)
  "Open URL.  Ask first if there are WARNINGS, a list of their names.
The question also shows UNICODE."
  (when (or (null warnings)
            (yes-or-no-p (format "%s%s: %s.  Open it all the same? "
                                 url (or unicode "") (string-join warnings ", "))))
    (browse-url url)))

(defun urlgrep--push (button)
  "Open the URL of BUTTON."
  (urlgrep-open (button-get button 'urlgrep-url)
                (button-get button 'urlgrep-warnings)
                (button-get button 'urlgrep-unicode)))

(define-button-type 'urlgrep
  'action #'urlgrep--push
  'follow-link t)

(defun urlgrep--unicode (finding url)
  "Return text to show beside URL, a reading of FINDING: its host in Unicode.
Return nil if URL has no such host, or has it in that form already."
  (let ((ascii (alist-get 'host_ascii finding))
        (unicode (alist-get 'host_unicode finding)))
    (and (stringp ascii) (stringp unicode) (not (equal ascii unicode))
         (string-match-p (regexp-quote ascii) (downcase url))
         (format "  (in Unicode %s)" unicode))))

(defun urlgrep--help (url unicode warnings)
  "Return the help for URL: the URL, its host in UNICODE, and WARNINGS."
  (concat url unicode
          (and warnings (concat "\n" (string-join warnings ", ")))))

;;; In place

(defun urlgrep--position (offset)
  "Return the buffer position of byte OFFSET of the accessible text."
  (byte-to-position (+ (position-bytes (point-min)) offset)))

;;;###autoload
(defun urlgrep-buttonize (&rest _)
  "Turn each URL of the buffer, even a broken one, into a button that opens it.
For use in hooks that run when a message is shown."
  (interactive)
  (remove-overlays (point-min) (point-max) 'type 'urlgrep)
  (dolist (found (urlgrep--find-in-text))
    (let* ((offset (alist-get 'offset found))
           (url (alist-get 'url found))
           (warnings (alist-get 'warnings found))
           (unicode (urlgrep--unicode found url))
           (end (+ offset (alist-get 'length found))))
      (make-button (urlgrep--position offset) (urlgrep--position end)
                   'type 'urlgrep
                   'urlgrep-url url
                   'urlgrep-warnings warnings
                   'urlgrep-unicode unicode
                   'help-echo (urlgrep--help url unicode warnings)))))

;;; As a list

(defun urlgrep--insert-rmail ()
  "Insert the current message of Rmail, whose buffer is current, undecoded."
  (let ((target (current-buffer)))
    (with-current-buffer rmail-buffer
      (let ((beg (rmail-msgbeg rmail-current-message))
            (end (rmail-msgend rmail-current-message)))
        (with-current-buffer (if (rmail-buffers-swapped-p) rmail-view-buffer
                               rmail-buffer)
          (save-restriction
            (widen)
            (let ((text (encode-coding-string
                         (buffer-substring-no-properties beg end) 'binary)))
              (with-current-buffer target
                (insert text)))))))
    t))

(defun urlgrep--insert-message (shown)
  "Insert the message that the buffer SHOWN shows, undecoded.
Return nil if SHOWN does not show a message."
  (let ((mode (buffer-local-value 'major-mode shown)))
    (cond
     ((provided-mode-derived-p mode 'mu4e-view-mode 'mu4e-headers-mode)
      (insert-file-contents-literally
       (with-current-buffer shown
         (mu4e-message-readable-path (mu4e-message-at-point))))
      t)
     ((provided-mode-derived-p mode 'rmail-mode 'rmail-summary-mode)
      (let ((rmail-buffer (buffer-local-value 'rmail-buffer shown)))
        (urlgrep--insert-rmail)))
     ((provided-mode-derived-p mode 'notmuch-show-mode)
      (let ((id (with-current-buffer shown (notmuch-show-get-message-id)))
            (coding-system-for-read 'no-conversion))
        (eq 0 (call-process notmuch-command nil '(t nil) nil
                            "show" "--format=raw" id))))
     ((and (provided-mode-derived-p mode 'gnus-article-mode
                                    'gnus-summary-mode)
           (get-buffer gnus-original-article-buffer))
      (insert-buffer-substring gnus-original-article-buffer)
      t))))

(defun urlgrep--judge (urls)
  "Return a hash table that maps each of URLS to its own warnings."
  (let ((table (make-hash-table :test #'equal))
        (json-object-type 'alist) (json-array-type 'list) (json-false nil))
    (with-temp-buffer
      (dolist (url urls)
        (insert url "\n"))
      (urlgrep--run "--check" "--as=html")
      (while (not (eobp))
        (let ((judged (json-read)))
          (puthash (alist-get 'url judged) (alist-get 'warnings judged) table))
        (forward-line)))
    table))

(defconst urlgrep--location-warnings '("bidi" "invisible" "href-differs")
  "Warnings about the place of a URL, which apply to all of its readings.")

(defun urlgrep--warnings (finding url judged)
  "Return the warnings about URL, a reading of FINDING, and those in JUDGED."
  (seq-uniq
   (append (gethash url judged)
           (seq-filter (lambda (name) (member name urlgrep--location-warnings))
                       (alist-get 'warnings finding)))))

(defun urlgrep--readings (findings)
  "Return the valid readings of FINDINGS, each URL once: (FINDING URL HOW)."
  (let ((seen (make-hash-table :test #'equal)) readings)
    (dolist (found findings (nreverse readings))
      (dolist (reading (alist-get 'readings found))
        (let ((url (alist-get 'url reading)))
          (when (and (urlgrep--accepted-p reading) (stringp url)
                     (not (gethash url seen)))
            (puthash url t seen)
            (push (list found url (alist-get 'how reading)) readings)))))))

(defun urlgrep--findings ()
  "Return the findings of the message shown, or of the buffer."
  (let ((shown (current-buffer)))
    (with-temp-buffer
      (set-buffer-multibyte nil)
      (if (not (urlgrep--insert-message shown))
          (with-current-buffer shown (urlgrep--find-in-text))
        (urlgrep--run "--as=mail")
        (urlgrep--read)))))

(defvar urlgrep--meanings nil
  "The meaning of each warning: an alist, read once from `urlgrep-program'.")

(defun urlgrep--meaning (warning)
  "Return WARNING followed by its meaning."
  (unless urlgrep--meanings
    (setq urlgrep--meanings
          (mapcar (lambda (line) (split-string line "\t"))
                  (process-lines urlgrep-program "--generate=warnings"))))
  (let ((meaning (cadr (assoc warning urlgrep--meanings))))
    (if meaning (concat warning ": " meaning) warning)))

(defconst urlgrep--treatments
  '(("joined" . "lines joined") ("not-joined" . "ends at the line break")
    ("hyphen-kept" . "hyphen kept") ("hyphen-dropped" . "hyphen dropped"))
  "Treatments of line breaks: the words of urlgrep's JSON, and those shown.")

(defun urlgrep--one-line (text)
  "Return TEXT, written by a sender, in a form safe to show in a line."
  (truncate-string-to-width
   (replace-regexp-in-string
    "[[:cntrl:]\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]" "?" text)
   60 nil nil "..."))

(defun urlgrep--remarks (finding how)
  "Return remarks: the link text of FINDING, its non-link element, and HOW."
  (let ((element (alist-get 'element finding))
        (text (alist-get 'link_text finding)))
    (append (when (stringp text)
              (list (concat "\"" (urlgrep--one-line text) "\"")))
            (when (and (stringp element) (not (member element '("a" "area"))))
              (list (concat "<" (urlgrep--one-line element) ">")))
            (mapcar (lambda (word)
                      (alist-get word urlgrep--treatments word nil #'equal))
                    how))))

(defun urlgrep--insert (url unicode remarks warnings)
  "Insert a line for URL, its host in UNICODE, with REMARKS, and its WARNINGS."
  (insert-text-button url 'type 'urlgrep 'urlgrep-url url
                      'urlgrep-warnings warnings 'urlgrep-unicode unicode)
  (when unicode
    (insert unicode))
  (when remarks
    (insert "  (" (string-join remarks ", ") ")"))
  (insert "\n")
  (dolist (warning warnings)
    (insert "    warning: " (urlgrep--meaning warning) "\n")))

(defun urlgrep-copy ()
  "Copy the URL of this line."
  (interactive)
  (let ((button (or (button-at (point))
                    (save-excursion (forward-line 0) (button-at (point))))))
    (unless button
      (user-error "No URL here"))
    (kill-new (button-get button 'urlgrep-url))
    (message "Copied %s" (button-get button 'urlgrep-url))))

(defvar urlgrep-list-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "TAB") #'forward-button)
    (define-key map (kbd "<backtab>") #'backward-button)
    (define-key map "n" #'forward-button)
    (define-key map "p" #'backward-button)
    (define-key map "w" #'urlgrep-copy)
    map)
  "Keys of the list of URLs, in addition to `special-mode-map'.")

(define-derived-mode urlgrep-list-mode special-mode "URLs"
  "List of URLs: RET opens one, w copies it, g reads the message again.")

(defvar-local urlgrep--shown nil
  "The buffer whose URLs are listed.")

(defun urlgrep--fill (readings)
  "Fill the buffer with READINGS."
  (let ((judged (urlgrep--judge (mapcar #'cadr readings)))
        (inhibit-read-only t))
    (erase-buffer)
    (dolist (reading readings)
      (seq-let (found url how) reading
        (urlgrep--insert url (urlgrep--unicode found url)
                         (urlgrep--remarks found how)
                         (urlgrep--warnings found url judged))))
    (goto-char (point-min))))

(defun urlgrep--refresh (&rest _)
  "List the URLs of the message that is shown now."
  (unless (buffer-live-p urlgrep--shown)
    (user-error "The message is no longer shown"))
  (urlgrep--fill (urlgrep--readings
                  (with-current-buffer urlgrep--shown (urlgrep--findings)))))

;;;###autoload
(defun urlgrep-list ()
  "List the URLs of the message shown, or of the buffer, with all readings."
  (interactive)
  (let ((readings (urlgrep--readings (urlgrep--findings)))
        (shown (current-buffer)))
    (if (null readings)
        (message "No URLs")
      (with-current-buffer (get-buffer-create "*URLs*")
        (urlgrep-list-mode)
        (setq urlgrep--shown shown)
        (setq-local revert-buffer-function #'urlgrep--refresh)
        (urlgrep--fill readings)
        (pop-to-buffer (current-buffer))))))

(provide 'urlgrep)
;;; urlgrep.el ends here
